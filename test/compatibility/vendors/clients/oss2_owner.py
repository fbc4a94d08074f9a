"""Everything that an owner of a bucket does with oss2, which checks the CRC-64 of all it sends and gets."""
import oss2
import requests
from oss2.models import PartInfo
from story import big, given, tell

keys = given["accessKeyId"], given["accessKeySecret"]
auth = oss2.make_auth(*keys, given["signature"])
bucket = oss2.Bucket(auth, given["endpoint"], given["bucket"], region=given["region"], is_path_style=True)
service = oss2.Service(auth, given["endpoint"], region=given["region"], is_path_style=True)


def put_and_get():
    put = bucket.put_object("a b/中文.txt", "hello", headers={"x-oss-meta-colour": "blue"})
    got = bucket.get_object("a b/中文.txt")
    return [got.read().decode(), got.headers["x-oss-meta-colour"], put.crc == got.server_crc == got.client_crc]


def append():
    first = bucket.append_object("log", 0, "one ", init_crc=0)
    second = bucket.append_object("log", first.next_position, "two", init_crc=first.crc)
    return [second.next_position, bucket.get_object("log").read().decode()]


def multipart():
    upload = bucket.init_multipart_upload("parts").upload_id
    parts = []
    for number, data in enumerate([big[:200_000], big[200_000:]], 1):
        result = bucket.upload_part("parts", upload, number, data)
        parts.append(PartInfo(number, result.etag, size=len(data), part_crc=result.crc))
    listed = [part.part_number for part in bucket.list_parts("parts", upload).parts]
    uploads = [found.key for found in bucket.list_multipart_uploads().upload_list]
    # oss2 combines the sums of the parts and compares.
    bucket.complete_multipart_upload("parts", upload, parts)
    return [listed, uploads, bucket.get_object("parts").read() == big]


def part_copy():
    upload = bucket.init_multipart_upload("parts copied").upload_id
    result = bucket.upload_part_copy(given["bucket"], "parts", (0, 150_000 - 1), "parts copied", upload, 1)
    bucket.complete_multipart_upload("parts copied", upload, [PartInfo(1, result.etag)])
    return bucket.get_object("parts copied").read() == big[:150_000]


def stream():
    """Uploads chunks of unknown total length."""
    bucket.put_object("stream", iter([b"piece ", b"by piece"]))
    return bucket.get_object("stream").read().decode()


def copy():
    bucket.copy_object(given["bucket"], "a b/中文.txt", "copied")
    return bucket.get_object("copied").read().decode()


def head():
    found, meta = bucket.head_object("parts"), bucket.get_object_meta("parts")
    sums = [result.headers["x-oss-hash-crc64ecma"] for result in (found, meta)]
    return [found.content_length, found.object_type, sums[0] == sums[1], bucket.object_exists("no")]


def symlink():
    bucket.put_symlink("copied", "link")
    return [bucket.get_symlink("link").target_key, bucket.get_object("link").read().decode()]


def tags():
    rule = oss2.models.TaggingRule()
    rule.add("k", "v")
    bucket.put_object_tagging("copied", oss2.models.Tagging(rule))
    return bucket.get_object_tagging("copied").tag_set.tagging_rule


def listings():
    first = [found.key for found in oss2.ObjectIterator(bucket, prefix="par", max_keys=1)]
    return [first, [found.key for found in oss2.ObjectIteratorV2(bucket, delimiter="/", max_keys=2)]]


def signed_url():
    return requests.get(bucket.sign_url("GET", "copied", 60, slash_safe=True), timeout=10).text


def delete():
    bucket.delete_object("log")
    removed = bucket.batch_delete_objects(["stream", "parts copied"]).deleted_keys
    return [sorted(removed), bucket.object_exists("log")]


def info():
    found = bucket.get_bucket_info()
    stat = bucket.get_bucket_stat()
    return {
        "endpoints": [found.extranet_endpoint, found.intranet_endpoint],
        "location": found.location,
        "class": found.storage_class,
        "acl": found.acl.grant,
        "encryption": found.bucket_encryption_rule.sse_algorithm,
        "created": found.creation_date.endswith("Z"),
        "owner": found.owner.id,
        "objects": stat.object_count,
        "uploads": stat.multi_part_upload_count,
        "buckets": [found.name for found in oss2.BucketIterator(service)],
    }


steps = {
    "put and get": put_and_get,
    "range": lambda: bucket.get_object("a b/中文.txt", byte_range=(1, 2)).read().decode(),
    "append": append,
    "multipart": multipart,
    "part copy": part_copy,
    "stream": stream,
    "copy": copy,
    "head": head,
    "symlink": symlink,
    "tags": tags,
    "acl": lambda: bucket.get_object_acl("copied").acl,
    "listings": listings,
    "signed url": signed_url,
    "delete": delete,
    "info": info,
    "missing": lambda: bucket.get_object("missing").read().decode(),
    "encrypted": lambda: bucket.put_object("e", "x", headers={"x-oss-server-side-encryption": "AES256"}).status,
    "versioning": lambda: bucket.get_bucket_versioning().status,
    "logging": lambda: bucket.get_bucket_logging().target_bucket,
    "referer": lambda: bucket.get_bucket_referer().allow_empty_referer,
    "tagging": lambda: bucket.get_bucket_tagging().tag_set.tagging_rule,
    "payment": lambda: bucket.get_bucket_request_payment().payer,
    "cors": lambda: len(bucket.get_bucket_cors().rules),
    "website": lambda: bucket.get_bucket_website().index_file,
    "policy": lambda: bucket.get_bucket_policy().policy,
    "encryption": lambda: bucket.get_bucket_encryption().sse_algorithm,
    "lifecycle": lambda: len(bucket.get_bucket_lifecycle().rules),
    "worm": lambda: bucket.get_bucket_worm().state,
    "replication": lambda: len(bucket.get_bucket_replication().rule_list),
    "acceleration": lambda: bucket.get_bucket_transfer_acceleration().enabled,
}
tell(steps, lambda error: getattr(error, "code", None))
