"""Everything that an owner of a bucket does with alibabacloud-oss-v2."""
import os
import tempfile

import alibabacloud_oss_v2 as oss
import requests
from story import big, given, tell
from v2_client import client_of, code_of

client = client_of(given["accessKeyId"], given["accessKeySecret"])
bucket = given["bucket"]


def get(key, **more):
    return client.get_object(oss.GetObjectRequest(bucket=bucket, key=key, **more)).body.read()


def put(key, data, **more):
    return client.put_object(oss.PutObjectRequest(bucket=bucket, key=key, body=data, **more))


def put_and_get():
    sent = put("a b/中文.txt", b"hello", metadata={"colour": "blue"})
    head = client.head_object(oss.HeadObjectRequest(bucket=bucket, key="a b/中文.txt"))
    return [get("a b/中文.txt").decode(), head.metadata["colour"], sent.hash_crc64 == head.hash_crc64]


def append():
    first = client.append_object(oss.AppendObjectRequest(bucket=bucket, key="log", position=0, body=b"one "))
    more = {"position": first.next_position, "init_hash_crc64": first.hash_crc64, "body": b"two"}
    second = client.append_object(oss.AppendObjectRequest(bucket=bucket, key="log", **more))
    return [second.next_position, get("log").decode()]


def up_and_down():
    """The managers: parts side by side, their sums combined and compared; the same on the way back."""
    with tempfile.TemporaryDirectory() as folder:
        uploaded, downloaded = os.path.join(folder, "up"), os.path.join(folder, "down")
        with open(uploaded, "wb") as file:
            file.write(big)
        request = oss.PutObjectRequest(bucket=bucket, key="parts")
        client.uploader(part_size=128 * 1024).upload_file(request, uploaded)
        request = oss.GetObjectRequest(bucket=bucket, key="parts")
        client.downloader(part_size=128 * 1024).download_file(request, downloaded)
        with open(downloaded, "rb") as file:
            return file.read() == big


def copy():
    from_key = {"source_bucket": bucket, "source_key": "a b/中文.txt"}
    copied = client.copy_object(oss.CopyObjectRequest(bucket=bucket, key="copied", **from_key))
    head = client.get_object_meta(oss.GetObjectMetaRequest(bucket=bucket, key="copied"))
    return [get("copied").decode(), copied.hash_crc64 == head.hash_crc64]


def symlink():
    client.put_symlink(oss.PutSymlinkRequest(bucket=bucket, key="link", symlink_target="copied"))
    found = client.get_symlink(oss.GetSymlinkRequest(bucket=bucket, key="link"))
    return [found.target, get("link").decode()]


def listings():
    first = oss.ListObjectsRequest(bucket=bucket, prefix="par", max_keys=1)
    second = oss.ListObjectsV2Request(bucket=bucket, max_keys=2)
    return [
        [found.key for found in client.list_objects(first).contents],
        [f.key for page in client.list_objects_v2_paginator().iter_page(second) for f in page.contents],
    ]


def presigned():
    url = client.presign(oss.GetObjectRequest(bucket=bucket, key="copied")).url
    return requests.get(url, timeout=10).text


def delete():
    objects = [oss.DeleteObject(key="log"), oss.DeleteObject(key="link")]
    removed = client.delete_multiple_objects(oss.DeleteMultipleObjectsRequest(bucket=bucket, objects=objects))
    client.delete_object(oss.DeleteObjectRequest(bucket=bucket, key="parts"))
    return [sorted(found.key for found in removed.deleted_objects), client.is_object_exist(bucket, "parts")]


def info():
    found = client.get_bucket_info(oss.GetBucketInfoRequest(bucket=bucket)).bucket_info
    stat = client.get_bucket_stat(oss.GetBucketStatRequest(bucket=bucket))
    return {
        "endpoints": [found.extranet_endpoint, found.intranet_endpoint],
        "location": found.location,
        "acl": found.acl,
        "created": found.creation_date.year > 2000,
        "objects": stat.object_count,
        "buckets": [b.name for page in client.list_buckets_paginator().iter_page(oss.ListBucketsRequest()) for b in page.buckets],
    }


def asked(name, read):
    """One of the many `get_bucket_…`, and what is read in its answer."""
    pascal = "".join(part.title() for part in name.split("_"))
    return lambda: read(getattr(client, name)(getattr(oss, f"{pascal}Request")(bucket=bucket)))


steps = {
    "put and get": put_and_get,
    "range": lambda: get("a b/中文.txt", range_header="bytes=1-2").decode(),
    "append": append,
    "up and down": up_and_down,
    "copy": copy,
    "symlink": symlink,
    "listings": listings,
    "presigned": presigned,
    "delete": delete,
    "info": info,
    "missing": lambda: get("missing").decode(),
    "encrypted": lambda: put("e", b"x", server_side_encryption="AES256").status_code,
    "callback": lambda: put("e", b"x", callback="e30=").status_code,
    "versioning": asked("get_bucket_versioning", lambda found: found.version_status),
    "payment": asked("get_bucket_request_payment", lambda found: found.request_payment_configuration.payer),
    "monitor": asked("get_bucket_access_monitor", lambda found: found.access_monitor_configuration.status),
    "archive": asked(
        "get_bucket_archive_direct_read", lambda found: found.archive_direct_read_configuration.enabled
    ),
    "public": asked("get_bucket_policy_status", lambda found: found.policy_status.is_public),
    "cors": asked("get_bucket_cors", lambda found: "some"),
    "website": asked("get_bucket_website", lambda found: "some"),
    "policy": asked("get_bucket_policy", lambda found: "some"),
    "encryption": asked("get_bucket_encryption", lambda found: "some"),
    "https": asked("get_bucket_https_config", lambda found: "some"),
    "inventories": asked("list_bucket_inventory", lambda found: "some"),
    "worm": asked("get_bucket_worm", lambda found: "some"),
}
tell(steps, code_of)
