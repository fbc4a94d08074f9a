"""Everything that an owner of a bucket does with oss2, which checks the CRC-64 of all it sends and gets."""
import oss2
from story import big, given, tell

version = {"V1": oss2.AUTH_VERSION_1, "V4": oss2.AUTH_VERSION_4}[given["signature"]]
auth = oss2.make_auth(given["accessKeyId"], given["accessKeySecret"], version)
bucket = oss2.Bucket(
    auth, given["endpoint"], given["bucket"], region=given["region"], is_path_style=True, enable_crc=True
)


def put_and_get():
    put = bucket.put_object("a b/中文.txt", "hello")
    got = bucket.get_object("a b/中文.txt")
    return [got.read().decode(), put.crc is not None, got.server_crc == put.crc == got.client_crc]


steps = [("put and get", put_and_get)]
tell(steps, lambda error: getattr(error, "code", None))
