"""Verifies a signed month that Kontor wrote, without a server and sharing no code with it: written from docs/formats.md,
section 12. Needs `signed_records.py` beside it, Python 3.9 and the `cryptography` package.

    python3 tools/verify_month.py month.json

Prints the timesheet, who signed it and when, and what is wrong with it; ends with 1 where something is. The file proves
that the holders of certain keys signed. That the workspace is the one you know, its fingerprint tells: compare it with the
one that an earlier file, or somebody of the firm, shows you.
"""
import collections, datetime, json, math, sys, uuid, zoneinfo
from signed_records import Log, Refused, b64, canonical, lp, moment, need, need_id, quoted, say, sha, signed_content, text64, whole


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
    stated = {"records": "", "targets": [], "contained": [], **closing}
    keys = ("month", "closedAt", "records", "targets", "contained")
    state = lp("kontor/month-state/v1", scope_id, canonical({key: stated[key] for key in keys}))
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


def days_of(month):
    """Lists the days of a month by its first one. Python takes other ways of writing it too; nobody else does."""
    first = datetime.date.fromisoformat(month)
    need(first.isoformat() == month and first.day == 1, "the month is not written as its first day")
    days = [first + datetime.timedelta(each) for each in range(31)]
    return [day.isoformat() for day in days if day.month == first.month]


def check(file):
    """Verifies everything. Returns the closing, the addenda, the confirmation (or None), and faults, in words."""
    need(file["format"] == "kontor/signed-month/v1", "this is no signed month of a known version")
    faults, scope_id, month = [], file["scopeId"], file["month"]
    # What is printed without quotation marks is of a fixed shape: a text of the file's own could pass for a line of this script.
    days = days_of(month)
    for each in (file["workspaceId"], file["userId"], *(record["authorId"] for record in file["signed"])):
        need_id(each)
    need(scope_id == hours_scope(file["workspaceId"], file["userId"]), "these are not the hours of that person")
    log = Log(file["log"], file["workspaceId"])
    closing = confirmation = None
    addenda = []
    for record in file["signed"]:
        content, member = signed_content(file["workspaceId"], log, record)
        content = whole(content)
        need(record["scopeId"] == scope_id, "something signed is of other hours")
        need(content.get("month") == month, "something signed is of another month")
        if record["noun"] == "month":
            need(record["id"] == month_id(scope_id, month), "the closing is not that of this month")
            need(record["authorId"] == file["userId"], "the month is not closed by its person")
            closing = {**record, "content": content}
        elif record["noun"] == "monthAddendum":
            may = record["authorId"] == file["userId"] or member["role"] == "ADMIN"
            need(may, f"addendum {record['id']} is written neither by the month's person nor by an admin")
            addenda.append({**record, "content": content})
        else:
            need(record["noun"] == "monthConfirmation", "something is signed that has no place here")
            need(record["id"] == counterpart(month_id(scope_id, month)), "the confirmation is not that of this month")
            need(member["role"] == "ADMIN", "the month is not confirmed by an admin")
            confirmation = {**record, "content": content}
    need(closing and "closedAt" in closing["content"], "the month is not closed")
    need([target["day"] for target in closing["content"]["targets"]] == days, "the targets are not those of the month's days")
    # Nobody opens a record before they have the log that it names: who was an admin once signs nothing of today.
    older = [each["id"] for each in addenda if each["seq"] < closing["seq"]]
    faults += [f"addendum {each} names an older member log than the closing" for each in older]
    contained = closing["content"].get("contained", [])
    need(not any(each["id"] in contained for each in addenda), "the closing contains an addendum that is signed beside it")
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
        covered = confirmation["content"].get("covered", [])
        known = [closing, *(each for each in addenda if each["id"] in covered)]
        if confirmation["seq"] < max(each["seq"] for each in known):
            faults.append("the confirmation names an older member log than what it confirms")
        pairs = [(each["id"], each["content"]) for each in known[1:]]
        if len(pairs) < len(covered) or state_hash(scope_id, closing["content"], pairs) != confirmation["content"]["hash"]:
            faults.append("the confirmation is of something else than what is here")
        elif len(pairs) < len(addenda):
            faults.append(f"{len(addenda) - len(pairs)} of the addenda are not confirmed")
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
    worked = 0
    for target in closing["content"]["targets"]:
        day, spans, net, until = target["day"], sorted(work[target["day"]]), 0, 0
        for start, end, _ in spans:
            net += max(0, end - max(start, until))
            until = max(until, end)
        own = [each for each in absences if each["from"] <= day <= each["to"]]
        away = min(1, sum(0.5 if each.get("isHalf") else 1 for each in own))
        left = 0 if target.get("isHalf") and away else 1 - away
        due = nearest(target["minutes"] * left) if "minutes" in target else None
        begin = local(spans[0][0], spans[0][2]).strftime("%H:%M") if spans else ""
        last = max(spans, key=lambda span: span[1]) if spans else None
        end = local(last[1], last[2]).strftime("%H:%M").replace("00:00", "24:00") if last else ""
        pause = (last[1] - spans[0][0] - net) / 60000 if last else 0
        kinds = [word(each.get("kind", "vacation")) + (" (half)" if each.get("isHalf") else "") for each in own]
        remark = [word(target.get("holiday", ""))] + kinds
        # The running sum is rounded, as the app does, so that the lines add up.
        shown = nearest((worked + net) / 60000) - nearest(worked / 60000)
        worked += net
        yield day, begin, end, pause, shown, due, " ".join(filter(None, remark))


def word(text):
    return text if text == "" or isinstance(text, str) and text.isascii() and text.isalpha() else quoted(text)


def nearest(minutes):
    """Rounds halves up, as the app does; Python's own rounding goes to the even number."""
    return math.floor(minutes + 0.5)


def hm(minutes):
    if minutes is None:
        return ""
    whole = nearest(abs(minutes))
    return f"{'-' if minutes < 0 and whole else ''}{whole // 60}:{whole % 60:02}"


def main(path):
    with open(path, encoding="utf-8") as stream:
        file = json.load(stream)
    try:
        closing, addenda, confirmation, faults, log = check(file)
    except Exception as refusal:
        say(f"NOT VERIFIED: {refusal if isinstance(refusal, Refused) else f'the file is malformed ({refusal!r})'}")
        return 1
    name = lambda user: f"{user} (called {quoted(file['names'].get(user, '?'))} in the file)"
    say(f"{file['month'][:7]}, {name(file['userId'])}")
    say()
    say(f"{'day':10}  {'begin':>5}  {'end':>5}  {'pause':>5}  {'net':>6}  {'target':>6}  {'balance':>7}  remark")
    total_net, total_due, total_balance = 0, None, None
    for day, begin, end, pause, net, due, remark in timesheet(file, closing):
        total_net += net
        balance = None if due is None else net - due
        if due is not None:
            total_due, total_balance = (total_due or 0) + due, (total_balance or 0) + balance
        say(f"{day}  {begin:>5}  {end:>5}  {hm(pause or None):>5}  {hm(net):>6}  {hm(due):>6}  {hm(balance):>7}  {remark}".rstrip())
    say(f"{'total':31}  {hm(total_net):>6}  {hm(total_due):>6}  {hm(total_balance):>7}")
    say()
    say(f"closed by     {name(closing['authorId'])}, {moment(closing['content']['closedAt'])}")
    for addendum in addenda:
        content = addendum["content"]
        say(f"amended by    {name(addendum['authorId'])}, {moment(content['changedAt'])}: {quoted(content['reason'])}")
    if confirmation:
        say(f"confirmed by  {name(confirmation['authorId'])}, {moment(confirmation['content']['confirmedAt'])}")
    else:
        say("confirmed by  nobody")
    say(f"workspace     {file['workspaceId']}, fingerprint {log.hashes[0]}")
    say()
    for fault in faults:
        say(f"NOT VERIFIED: {fault}")
    if not faults:
        say("verified: the signatures are theirs, and what is above, names apart, is what they signed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
