"""Verifies a signed month that Kontor wrote, without a server and sharing no code with it: written from docs/formats.md,
section 12. Needs Python 3.9 and the `cryptography` package.

    python3 tools/verify_month.py month.json

Prints the timesheet, who signed it and when, and what is wrong with it; ends with 1 where something is. The file proves
that the holders of certain keys signed. That the workspace is the one you know, its fingerprint tells: compare it with the
one that an earlier file, or somebody of the firm, shows you.
"""
import base64, collections, datetime, hashlib, json, struct, sys, uuid, zoneinfo
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519


class Refused(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Refused(why)


# --- notation (1) ----------------------------------------------------------------------------------------------------
def b64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def lp(*parts):
    parts = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def u64(number):
    return struct.pack(">Q", number)


def sha(data):
    return hashlib.sha256(data).digest()


def canonical(value):
    # Names are ASCII, but for those of a person's own making, which no statement has.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


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
def signed_content(file, log, record):
    """Verifies that its author signed a record, and could. Returns its content."""
    what = f"{record['noun']} {record['id']}"
    seq, author = record["seq"], record["authorId"]
    need(0 <= seq < len(log.states), f"{what} names an entry of the member log that is not here")
    member = log.states[seq].get(author)
    need(member and member["status"] == "ACTIVE", f"{what}: its author was no active member")
    need(record["scopeId"] == file["scopeId"], f"{what} is of other hours")
    refs = {name: value for name, value in record["refs"].items() if value not in (None, "", [])}
    place = lp("kontor/record-author/v2", file["workspaceId"], record["scopeId"], record["noun"], record["id"])
    place += u64(record["version"]) + lp(canonical(refs))
    who = u64(record["generation"]) + lp(b64(member["key"])) + u64(seq) + lp(b64(log.hashes[seq]))
    message = place + who + u64(0) + lp(bytes(32), record["content"])
    verify(member["cert"], message, record["signature"], f"{what} is not signed by {author}")
    return json.loads(record["content"]), member


# --- a month (12) ----------------------------------------------------------------------------------------------------
def hours_scope(workspace_id, user_id):
    raw = bytearray(sha(lp("kontor/hours-scope/v1", workspace_id, user_id))[:16])
    raw[6], raw[8] = raw[6] & 0x0F | 0x80, raw[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(raw)))


def month_id(scope_id, month):
    days = (datetime.date.fromisoformat(month) - datetime.date(1970, 1, 1)).days + 1
    return scope_id[:-12] + format(int(scope_id[-12:], 16) ^ days, "012x")


def counterpart(record_id):
    return record_id[:-12] + format(0xFFFFFFFFFFFF - int(record_id[-12:], 16), "012x")


def digest(scope_id, noun, record_id, statement):
    return sha(lp("kontor/month-record/v1", scope_id, noun, record_id, canonical(statement)))


def state_hash(scope_id, closing, addenda):
    keys = ("month", "closedAt", "records", "targets")
    state = lp("kontor/month-state/v1", scope_id, canonical({key: closing[key] for key in keys}))
    for record_id, content in sorted(addenda):
        keys = ("reason", "changedAt", "changes")
        state += lp(canonical({"id": record_id, **{key: content[key] for key in keys}}))
    return text64(sha(state))


def day_of(moment, zone):
    return local(moment, zone).date().isoformat()


def local(moment, zone):
    try:
        zoneinfo.ZoneInfo(zone)
    except (ValueError, zoneinfo.ZoneInfoNotFoundError):
        zone = "UTC"
    return datetime.datetime.fromtimestamp(moment / 1000, datetime.timezone.utc).astimezone(zoneinfo.ZoneInfo(zone))


def is_in(month, noun, statement):
    if noun == "absence":
        return statement["from"][:7] <= month[:7] <= statement["to"][:7]
    zone, spans = statement.get("zone", "UTC"), statement.get("segments", [])
    begin = spans[0]["from"] if spans else 0
    last = max([begin] + [span["to"] - 1 for span in spans if span.get("to", 0) > span["from"]])
    return day_of(begin, zone)[:7] <= month[:7] <= day_of(last, zone)[:7]


def check(file):
    """Verifies everything. Returns the closing, the addenda, the confirmation (or None), and faults, in words."""
    need(file["format"] == "kontor/signed-month/v1", "this is no signed month of a known version")
    faults, scope_id, month = [], file["scopeId"], file["month"]
    need(scope_id == hours_scope(file["workspaceId"], file["userId"]), "these are not the hours of that person")
    log = Log(file["log"], file["workspaceId"])
    closing = confirmation = None
    addenda = []
    for record in file["signed"]:
        content, member = signed_content(file, log, record)
        need(content.get("month") == month, "something signed is of another month")
        if record["noun"] == "month":
            need(record["id"] == month_id(scope_id, month), "the closing is not that of this month")
            need(record["authorId"] == file["userId"], "the month is not closed by its person")
            closing = {**record, "content": content}
        elif record["noun"] == "monthAddendum":
            addenda.append({**record, "content": content})
        else:
            need(record["noun"] == "monthConfirmation", "something is signed that has no place here")
            need(record["id"] == counterpart(month_id(scope_id, month)), "the confirmation is not that of this month")
            need(member["role"] == "ADMIN", "the month is not confirmed by an admin")
            confirmation = {**record, "content": content}
    need(closing and "closedAt" in closing["content"], "the month is not closed")
    raw = b64(closing["content"].get("records", ""))
    need(len(raw) % 48 == 0, "the closing is malformed")
    parts = [raw[at : at + 48] for at in range(0, len(raw), 48)]
    expected = {str(uuid.UUID(bytes=part[:16])): part[16:] for part in parts}
    for addendum in sorted(addenda, key=lambda each: (each["content"]["changedAt"], each["id"])):
        for change in addendum["content"]["changes"]:
            after = change.get("after")
            if after and is_in(month, change["noun"], after):
                expected[change["id"]] = digest(scope_id, change["noun"], change["id"], after)
            else:
                expected.pop(change["id"], None)
    for record in file["records"]:
        wanted = expected.pop(record["id"], None)
        if wanted is None:
            faults.append(f"{record['noun']} {record['id']} was added and nobody signed it")
        elif digest(scope_id, record["noun"], record["id"], record["statement"]) != wanted:
            faults.append(f"{record['noun']} {record['id']} says something else than what was signed")
    faults += [f"{record_id} was signed and is missing" for record_id in expected]
    if confirmation:
        pairs = sorted((each["content"]["changedAt"], each["id"], each["content"]) for each in addenda)
        counts = [n for n in range(len(pairs), -1, -1)
                  if state_hash(scope_id, closing["content"], [pair[1:] for pair in pairs[:n]]) == confirmation["content"]["hash"]]
        if not counts:
            faults.append("the confirmation is of something else than what is here")
        elif counts[0] < len(pairs):
            faults.append(f"the last {len(pairs) - counts[0]} of the addenda are not confirmed")
    return closing, addenda, confirmation, faults, log


def timesheet(file, closing):
    """Lines of the month, minutes: day, begin, end, pause, net, target, balance, remark."""
    work = collections.defaultdict(list)
    for record in file["records"]:
        if record["noun"] != "timeEntry":
            continue
        zone = record["statement"].get("zone", "UTC")
        for span in record["statement"].get("segments", []):
            start, end = span["from"], span.get("to", span["from"])
            while start < end:
                today = local(start, zone)
                tomorrow = datetime.datetime.combine(today.date() + datetime.timedelta(1), datetime.time(), today.tzinfo)
                cut = min(end, int(tomorrow.timestamp() * 1000))
                work[day_of(start, zone)].append((start, cut, zone))
                start = cut
    absences = [record["statement"] for record in file["records"] if record["noun"] == "absence"]
    for target in closing["content"]["targets"]:
        day, spans, net, until = target["day"], sorted(work[target["day"]]), 0, 0
        for start, end, _ in spans:
            net += max(0, end - max(start, until))
            until = max(until, end)
        own = [each for each in absences if each["from"] <= day <= each["to"]]
        away = min(1, sum(0.5 if each.get("isHalf") else 1 for each in own))
        left = 0 if target.get("isHalf") and away else 1 - away
        due = target["minutes"] * left if "minutes" in target else None
        begin = local(spans[0][0], spans[0][2]).strftime("%H:%M") if spans else ""
        last = max(spans, key=lambda span: span[1]) if spans else None
        end = local(last[1], last[2]).strftime("%H:%M").replace("00:00", "24:00") if last else ""
        pause = (last[1] - spans[0][0] - net) / 60000 if last else 0
        remark = [target.get("holiday", "")] + [each.get("kind", "vacation") + (" (half)" if each.get("isHalf") else "") for each in own]
        yield day, begin, end, pause, net / 60000, due, " ".join(filter(None, remark))


def hm(minutes):
    if minutes is None:
        return ""
    whole = round(abs(minutes))
    return f"{'-' if minutes < 0 and whole else ''}{whole // 60}:{whole % 60:02}"


def main(path):
    with open(path, encoding="utf-8") as stream:
        file = json.load(stream)
    try:
        closing, addenda, confirmation, faults, log = check(file)
    except (Refused, LookupError, TypeError, ValueError) as refusal:
        print(f"NOT VERIFIED: {refusal if isinstance(refusal, Refused) else f'the file is malformed ({refusal!r})'}")
        return 1
    name = lambda user: f"{file['names'].get(user, '?')} ({user})"
    at = lambda ms: datetime.datetime.fromtimestamp(ms / 1000, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    print(f"{file['month'][:7]}, {name(file['userId'])}\n")
    print(f"{'day':10}  {'begin':>5}  {'end':>5}  {'pause':>5}  {'net':>6}  {'target':>6}  {'balance':>7}  remark")
    total_net = total_due = 0
    for day, begin, end, pause, net, due, remark in timesheet(file, closing):
        total_net, total_due = total_net + net, total_due + (due or 0)
        balance = None if due is None else net - due
        print(f"{day}  {begin:>5}  {end:>5}  {hm(pause or None):>5}  {hm(net):>6}  {hm(due):>6}  {hm(balance):>7}  {remark}".rstrip())
    print(f"{'total':31}  {hm(total_net):>6}  {hm(total_due):>6}  {hm(total_net - total_due):>7}\n")
    print(f"closed by     {name(closing['authorId'])}, {at(closing['content']['closedAt'])}")
    for addendum in addenda:
        content = addendum["content"]
        print(f"amended by    {name(addendum['authorId'])}, {at(content['changedAt'])}: {content['reason']}")
    if confirmation:
        print(f"confirmed by  {name(confirmation['authorId'])}, {at(confirmation['content']['confirmedAt'])}")
    else:
        print("confirmed by  nobody")
    print(f"workspace     {file['workspaceId']}, fingerprint {log.hashes[0]}\n")
    for fault in faults:
        print(f"NOT VERIFIED: {fault}")
    if not faults:
        print("verified: the signatures are theirs, and what is above is what they signed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
