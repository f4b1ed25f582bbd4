"""Decodes stored events without any code of the product: Protocol Buffers by hand, and hashlib.

Reads one event in hexadecimal digits a line; prints its fields, one a line, and `--` after each.
"""
import hashlib
import sys


def fields(data):
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        number, wire = key >> 3, key & 7
        if wire == 0:
            yield number, "varint", varint()
        elif wire == 1:
            yield number, "fixed", int.from_bytes(data[at:at + 8], "little")
            at += 8
        elif wire == 2:
            count = varint()
            yield number, "bytes", data[at:at + count]
            at += count
        else:
            raise ValueError(wire)


def show(prefix, data, nested=()):
    for number, kind, value in fields(data):
        if number in nested:
            show(f"{prefix}{number}.", value)
        else:
            print(f"{prefix}{number} {value.hex() if kind == 'bytes' else value}")


for line in sys.stdin:
    event = {number: value for number, _, value in fields(bytes.fromhex(line.strip()))}
    digest = hashlib.sha256(event[1] + event[2] + event[3]).digest()
    link = hashlib.sha256(bytes(32) + event[1] + digest).hexdigest()
    show("h.", event[1], nested=(14,))
    show("p.", event[3])
    print("checksum", "agrees" if digest[:8] == event[4] else "differs")
    print("link", link)
    print("--")
