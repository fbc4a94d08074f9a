"""The store behind opendal's operator."""
from opendal_client import code_of, operator_of
from story import big, given, tell

files = operator_of(given["accessKeyId"], given["accessKeySecret"])


def put_and_get():
    files.write("a b/中文.txt", b"hello", content_type="text/plain")
    return [bytes(files.read("a b/中文.txt")).decode(), files.stat("a b/中文.txt").content_type]


def parts():
    files.write("parts", big, chunk=128 * 1024)
    return bytes(files.read("parts")) == big


def append():
    files.write("log", b"one ", append=True)
    files.write("log", b"two", append=True)
    return bytes(files.read("log")).decode()


def once():
    files.write("once", b"x", if_not_exists=True)
    files.write("once", b"y", if_not_exists=True)


def copy():
    files.copy("log", "copied")
    return bytes(files.read("copied")).decode()


def listing():
    return [sorted(found.path for found in files.list("")), sorted(found.path for found in files.scan(""))]


def delete():
    files.delete("log")
    files.remove_all("a b/")
    return sorted(found.path for found in files.scan(""))


steps = {
    "put and get": put_and_get,
    "range": lambda: bytes(files.read("a b/中文.txt", offset=1, size=2)).decode(),
    "parts": parts,
    "append": append,
    "once": once,
    "copy": copy,
    "listing": listing,
    "deleted": delete,
    "missing": lambda: bytes(files.read("missing")).decode(),
}
tell(steps, code_of)
