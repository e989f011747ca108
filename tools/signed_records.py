"""Opens signed records and the member log that says whose the signatures are, sharing no code with the product: written from
docs/formats.md, sections 1, 6 and 9. `verify_month.py` and `verify_signature.py` beside it use it. Needs Python 3.9 and the
`cryptography` package.
"""
import base64, datetime, hashlib, json, re, struct, unicodedata, uuid
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519


class Refused(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Refused(why)


def need_id(text):
    """What is printed without quotation marks is of a fixed shape: a text of the file's own could pass for a line of a script."""
    need(isinstance(text, str) and str(uuid.UUID(text)) == text, "an id is not written as one")


# --- notation (1) ----------------------------------------------------------------------------------------------------
def text64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def b64(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(text64(data) == text, "something is written in another way than anybody writes it")
    return data


def lp(*parts):
    parts = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def u64(number):
    return struct.pack(">Q", number)


def sha(data):
    return hashlib.sha256(data).digest()


def canonical(value):
    # Names are ASCII, but for those of a person's own making, which no statement has.
    text = json.dumps(whole(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # Half an emoji has no UTF-8: JSON escapes it.
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text)


def whole(value):
    """Refuses numbers that are not whole, at any depth: nothing signed has one. 8.0 is 8."""
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    if isinstance(value, list):
        return [whole(each) for each in value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    need(value == value and abs(value) <= 2**53 - 1 and value == int(value), "a number is not whole, or too large")
    return int(value)


def verify(cert, message, signature, why):
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(b64(cert["signingPublicKey"])).verify(b64(signature), message)
    except (InvalidSignature, ValueError):
        raise Refused(why) from None


def without(entry, name):
    return {key: value for key, value in entry.items() if key != name}


# --- the member log (9) ----------------------------------------------------------------------------------------------
def fingerprint(cert):
    message = lp("kontor/key-cert/v1", canonical(without(cert, "signature")))
    verify(cert, message, cert["signature"], "a certificate is not signed by its own key")
    return text64(sha(lp(message, b64(cert["signature"]))))


class Log:
    """Who was who after each entry: `states[seq]` has members by user id."""

    def __init__(self, entries, workspace_id):
        self.hashes, self.states = [], []
        members, invited = {}, {}
        for seq, entry in enumerate(entries):
            kind, payload, author = entry["type"], entry["payload"], entry["authorId"]
            where = f"entry {seq} of the member log"
            need(entry["seq"] == seq and entry["workspaceId"] == workspace_id, f"{where} is out of place")
            need(entry["previousHash"] == (self.hashes[-1] if seq else None), f"{where} breaks the chain")
            need((kind == "genesis") == (seq == 0), f"{where} is out of place")
            if seq == 0:
                members[author] = self.member(payload["owner"], "ADMIN", True)
                need(payload["owner"]["userId"] == author, f"{where} is not its owner's")
            signer = members.get(author) or invited.get(author)
            need(signer and signer["key"] == entry["authorKey"], f"nobody known signed {where}")
            message = lp("kontor/log/v1", canonical(without(entry, "signature")))
            verify(signer["cert"], message, entry["signature"], f"{where} is not signed")
            if seq:
                by_admin = author in members and signer["role"] == "ADMIN" and signer["status"] == "ACTIVE"
                members, invited = dict(members), dict(invited)
                self.take(kind, payload, members, invited, by_admin, author, where)
            self.hashes.append(text64(sha(lp(message, b64(entry["signature"])))))
            self.states.append(members)

    @staticmethod
    def member(cert, role, is_owner=False, status="ACTIVE"):
        return {"cert": cert, "key": fingerprint(cert), "role": role, "status": status, "isOwner": is_owner}

    def take(self, kind, payload, members, invited, by_admin, author, where):
        user = payload.get("userId")
        if kind == "rekey":
            cert, method = payload["cert"], payload["method"]
            if user in invited:
                need(by_admin if method == "admin" else author == user, f"{where} was not permitted")
                members[cert["userId"]] = self.member(cert, invited.pop(user)["role"])
                return
            need(user in members and cert["userId"] == user, f"{where} was not permitted")
            locked = members[user]["status"] == "LOCKED" and author != user
            need(by_admin and locked if method == "admin" else author == user, f"{where} was not permitted")
            need(members[user]["status"] != "INACTIVE", f"{where} was not permitted")
            members[user] = self.member(cert, members[user]["role"], members[user]["isOwner"])
            return
        need(by_admin, f"no admin signed {where}")
        if kind == "invite":
            invited[payload["cert"]["userId"]] = self.member(payload["cert"], payload["role"])
        elif kind == "add":
            members[payload["cert"]["userId"]] = self.member(payload["cert"], payload["role"])
        elif kind in ("role", "status"):
            members[user] = {**members[user], kind: payload[kind]}
        elif kind == "remove":
            members.pop(user, None)
            invited.pop(user, None)
        elif kind == "owner":
            need(members[author]["isOwner"], f"{where} is not the owner's")
            members[author] = {**members[author], "isOwner": False}
            members[user] = {**members[user], "isOwner": True}
        else:
            need(kind in ("rotate", "restore"), f"{where} is of an unknown kind")


# --- the signatures (6) ----------------------------------------------------------------------------------------------
def signed_content(workspace_id, log, record):
    """Verifies that its author signed a record, and could. Returns its content."""
    what = f"{record['noun']} {record['id']}"
    seq, author = record["seq"], record["authorId"]
    need(0 <= seq < len(log.states), f"{what} names an entry of the member log that is not here")
    member = log.states[seq].get(author)
    need(member and member["status"] == "ACTIVE", f"{what}: its author was no active member")
    refs = {name: value for name, value in record["refs"].items() if value not in (None, "", [])}
    place = lp("kontor/record-author/v2", workspace_id, record["scopeId"], record["noun"], record["id"])
    place += u64(record["version"]) + lp(canonical(refs))
    who = u64(record["generation"]) + lp(b64(member["key"])) + u64(seq) + lp(b64(log.hashes[seq]))
    message = place + who + u64(0) + lp(bytes(32), record["content"])
    verify(member["cert"], message, record["signature"], f"{what} is not signed by {author}")
    return json.loads(record["content"]), member


# --- what is printed -------------------------------------------------------------------------------------------------
def say(line=""):
    """Prints a line, which stays one: of what the file says, nothing can begin a line, hide, or turn the writing around."""
    hidden = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    print("".join(f"\\u{{{ord(each):x}}}" if unicodedata.category(each) in hidden else each for each in line))


def quoted(text):
    """Marks a text of the file as such, for whoever reads it."""
    text = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def moment(ms):
    """Writes a moment; as a number where no calendar has it."""
    try:
        return datetime.datetime.fromtimestamp(ms / 1000, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    except (OSError, OverflowError, TypeError, ValueError):
        return f"{quoted(ms)} ms"
