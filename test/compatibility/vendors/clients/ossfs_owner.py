"""The store as a file system, on ossfs."""
import os
import tempfile

import ossfs
from story import big, given, tell

keys = {"key": given["accessKeyId"], "secret": given["accessKeySecret"]}
files = ossfs.OSSFileSystem(endpoint=given["endpoint"], **keys)
root = given["bucket"]


def put_and_get():
    files.pipe_file(f"{root}/a b/中文.txt", b"hello")
    return files.cat_file(f"{root}/a b/中文.txt").decode()


def opened():
    with files.open(f"{root}/parts", "wb") as file:
        for at in range(0, len(big), 100_000):
            file.write(big[at : at + 100_000])
    with files.open(f"{root}/parts", "rb") as file:
        file.seek(1000)
        return [file.read(3) == big[1000:1003], files.cat_file(f"{root}/parts") == big]


def append():
    with files.open(f"{root}/log", "ab") as file:
        file.write(b"one ")
    with files.open(f"{root}/log", "ab") as file:
        file.write(b"two")
    return files.cat_file(f"{root}/log").decode()


def up_and_down():
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "up"), os.path.join(folder, "down")
        with open(source, "wb") as file:
            file.write(big)
        files.put_file(source, f"{root}/up")
        files.get_file(f"{root}/up", target)
        with open(target, "rb") as file:
            return file.read() == big


def copy_and_move():
    files.cp_file(f"{root}/log", f"{root}/copied")
    files.mv(f"{root}/copied", f"{root}/moved")
    return [files.exists(f"{root}/copied"), files.cat_file(f"{root}/moved").decode()]


def info():
    found = files.info(f"{root}/parts")
    return [found["size"], found["type"], files.info(root)["type"]]


def remove():
    files.rm([f"{root}/log", f"{root}/moved", f"{root}/up"])
    files.invalidate_cache()
    return sorted(files.ls(root, detail=False))


steps = {
    "put and get": put_and_get,
    "opened": opened,
    "append": append,
    "up and down": up_and_down,
    "copy and move": copy_and_move,
    "info": info,
    "buckets": lambda: files.ls("", detail=False),
    "found": lambda: sorted(files.find(root)),
    "removed": remove,
    "missing": lambda: files.cat_file(f"{root}/missing").decode(),
}
tell(steps, lambda error: type(error).__name__ if isinstance(error, OSError) else None)
