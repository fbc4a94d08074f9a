"""alibabacloud-oss-v2, with the CRC-64 checks it has by itself."""
import alibabacloud_oss_v2 as oss
from story import given


def client_of(*keys):
    config = oss.config.load_default()
    config.credentials_provider = oss.credentials.StaticCredentialsProvider(*keys)
    config.region = given["region"]
    config.endpoint = given["endpoint"]
    config.use_path_style = True
    config.signature_version = given["signature"]
    return oss.Client(config)


def code_of(error):
    while error is not None and not isinstance(error, oss.exceptions.ServiceError):
        error = getattr(error, "unwrap", lambda: None)()
    return None if error is None else error.code
