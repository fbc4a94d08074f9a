"""opendal, which is written in Rust and signs by itself."""
import opendal
from story import given


def operator_of(access_key_id, access_key_secret, security_token=None):
    token = {} if security_token is None else {"security_token": security_token}
    return opendal.Operator(
        "oss",
        bucket=given["bucket"],
        endpoint=given["endpoint"],
        addressing_style="path",
        region=given["region"],
        access_key_id=access_key_id,
        access_key_secret=access_key_secret,
        **token,
    )


def code_of(error):
    return type(error).__name__ if type(error).__module__.startswith("opendal") else None
