"""Verifies a signed document that Kontor wrote, without a server and sharing no code with it: written from docs/formats.md,
section 13. Needs `signed_records.py` beside it, Python 3.9 and the `cryptography` package.

    python3 tools/verify_signature.py signed.pdf [original.pdf]
    python3 tools/verify_signature.py records.json original.pdf

Prints who signed what and when, and what is wrong with it; ends with 1 where something is. `signed.pdf` is a finished
document, which begins with the very bytes that were signed; what follows them is drawn for readers and proves nothing: believe
what is printed here. That the keys belong to the people named, and the workspace is the one you know, its fingerprint tells:
compare it with the one that somebody of the firm shows you.
"""
import hashlib, json, re, sys
from signed_records import Log, Refused, canonical, lp, moment, need, need_id, quoted, say, sha, signed_content, text64, whole

FORMAT = "kontor/signed-document/v1"
REQUEST = ("askerId", "askerName", "signerIds", "documentId", "name", "size", "sha256", "message", "deadline", "isOrdered", "signers",
           "fields", "createdAt")
ANSWER = ("signingId", "userId", "outcome", "sha256", "statement", "name", "fingerprint", "openedAt", "signedAt", "previous", "reason",
          "mark", "initials", "values")
OPTIONAL = ("message", "deadline", "openedAt", "reason", "mark", "initials")


def is_text(value):
    return isinstance(value, str)


def is_whole(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 2**53 - 1 and value == int(value)


def is_time(value):
    return is_whole(value) and abs(value) <= 8.64e15


def is_hashable(value):
    try:
        whole(value)
    except Refused:
        return False
    return True


def is_mark(value):
    strokes, typed = (value.get(name) for name in ("strokes", "typed")) if isinstance(value, dict) else (None, None)
    if not is_hashable(value):
        return False
    if is_text(typed):
        return "strokes" not in value
    return isinstance(strokes, list) and all(isinstance(stroke, list) and all(map(is_whole, stroke)) for stroke in strokes)


# Of each field of an answer: what it has to be, and what devices read where it is something else or missing.
SHAPES = {
    "outcome": (lambda value: value in ("signed", "declined"), "signed"),
    "sha256": (is_text, ""), "statement": (is_text, ""), "name": (is_text, ""), "fingerprint": (is_text, ""),
    "openedAt": (is_time, None), "signedAt": (is_time, 0),
    "previous": (lambda value: isinstance(value, list) and all(map(is_text, value)), []),
    "reason": (is_text, None), "mark": (is_mark, None), "initials": (is_text, None),
    "values": (lambda value: isinstance(value, dict) and all(map(is_text, value.values())), {}),
}


def answer_content(content):
    """Returns an answer's fields as devices read them, and whether all are as they have to be."""
    faulty = [name for name, (accepts, _) in SHAPES.items() if (name in content or name not in OPTIONAL) and not
              accepts(content.get(name))]
    read = {name: value for name, value in content.items() if name not in faulty}
    read.update({name: SHAPES[name][1] for name in faulty if SHAPES[name][1] is not None})
    return read, not faulty


def statement(record, fields):
    content = {**record["content"], **record["refs"]}
    missing = [field for field in fields if field not in content and field not in OPTIONAL]
    need(not missing, f"{record['noun']} {record['id']} says nothing of {', '.join(missing)}")
    return {field: content[field] for field in fields if field in content}


def statement_hash(record, fields):
    return text64(sha(lp("kontor/signing-statement/v1", record["noun"], record["id"], canonical(statement(record, fields)))))


def answer_id(signing_id, user_id):
    _, _, third, fourth, node = signing_id.split("-")
    return f"{node[:8]}-{node[8:]}-9{third[1:]}-{fourth}-{user_id[-12:]}"


def fault_of(request, answer, answers):
    """Says what is wrong with an answer beside the others; None where nothing is."""
    asked, said = statement(request, REQUEST), statement(answer, ANSWER)
    order = [signer["userId"] for signer in asked["signers"]]
    user = answer["authorId"]
    if said["userId"] != user or said["signingId"] != request["id"]:
        return "answered another request"
    if said["sha256"] != asked["sha256"]:
        return "signed other bytes"
    if not said["previous"] or said["previous"][0] != statement_hash(request, REQUEST):
        return "answered a request that says something else"
    known = {statement_hash(each, ANSWER): statement(each, ANSWER)["userId"] for each in answers}
    if any(each not in known for each in said["previous"][1:]):
        return "saw an answer that is missing here, or says something else now"
    seen = {known[each] for each in said["previous"][1:]}
    if asked["isOrdered"] and any(each not in seen for each in order[: order.index(user)]):
        return "answered before their turn"
    return None if answer["isWhole"] else "lacks something that a signature says"


def check(file):
    """Verifies everything but the document. Returns request, answers, faults by user id, and the log."""
    need(file["format"] == FORMAT, "this is no signed document of a known version")
    log = Log(file["log"], file["workspaceId"])
    records = file["signed"]
    need(records and records[0]["noun"] == "signing", "there is no request")
    need(all(each["noun"] == "signingAnswer" for each in records[1:]), "something signed has no place here")
    content, member = signed_content(file["workspaceId"], log, records[0])
    request, answers = {**records[0], "content": content, "member": member}, []
    asked = statement(request, REQUEST)
    need(is_whole(asked["size"]) and asked["size"] >= 1, "the request is of no bytes")
    order = [signer["userId"] for signer in asked["signers"]]
    need(order, "the request asks nobody")
    for each in (file["workspaceId"], asked["askerId"], *order):
        need_id(each)
    need(re.fullmatch("[A-Za-z0-9_-]{43}", asked["sha256"]), "a SHA-256 is not written as one")
    # Whoever reads a request can write answers: the signers' own count.
    ids = {answer_id(request["id"], user): user for user in order}
    for record in records[1:]:
        if record["id"] in ids and ids[record["id"]] == record["authorId"]:
            content, member = signed_content(file["workspaceId"], log, record)
            content, is_all = answer_content(content)
            answers.append({**record, "content": content, "member": member, "isWhole": is_all})
    users = [answer["authorId"] for answer in answers]
    places = [order.index(user) for user in users]
    need(all(a < b for a, b in zip(places, places[1:])), "the answers are not in the order of the signers, or one is here twice")
    asker, withdrawn = asked["askerId"], request["content"].get("withdrawnAt")
    # An admin may withdraw what somebody asked for, which writes the request anew.
    by_admin = withdrawn is not None and request["version"] > 1 and request["member"]["role"] == "ADMIN"
    need(request["authorId"] == asker or by_admin, "the request is not written by who asked")
    for answer in answers:
        named = statement(answer, ANSWER)["fingerprint"]
        need(named == answer["member"]["key"], f"{answer['authorId']} named another key than the one that signed")
    # Nobody opens a record before they have the log that it names. A withdrawal writes the request anew, after its answers.
    seqs = {statement_hash(each, ANSWER): each["seq"] for each in answers}
    if withdrawn is None:
        seqs[statement_hash(request, REQUEST)] = request["seq"]
    for answer in answers:
        before = max((seqs.get(each, 0) for each in statement(answer, ANSWER)["previous"]), default=0)
        need(answer["seq"] >= before, f"{answer['authorId']} named an older member log than a record that they answered")
    faults = {user: fault_of(request, each, answers) for user, each in zip(users, answers)}
    return request, answers, {user: why for user, why in faults.items() if why}, log


def proof_place(data):
    """Returns where the records are that a finished document carries: the last line that is one; below 0 where none is."""
    start = data.rfind(b'\n{"format":"' + FORMAT.encode() + b'"')
    end = data.find(b"\n", start + 1)
    return start, len(data) if end < 0 else end


def proof_in(data):
    start, end = proof_place(data)
    need(start >= 0, "there is no proof in this document")
    return data[start + 1 : end]


def remark_on(request, data):
    """Says what is behind the bytes that were signed."""
    added = data[statement(request, REQUEST)["size"] :]
    if not added:
        return "the document is the one that was signed, byte for byte"
    start, end = proof_place(added)
    rest = added[: max(0, start)] + added[end:]
    if start < 0 or rest.count(b"%%EOF") != 1 or not re.search(rb"startxref\s+\d+\s+%%EOF\s*$", rest):
        return "the document begins with what was signed, and was CHANGED after the signatures: believe its first bytes alone"
    return "the document begins with what was signed; drawn signatures and pages of evidence follow, which prove nothing"


def document_faults(request, data):
    asked = statement(request, REQUEST)
    digest = text64(hashlib.sha256(data[: asked["size"]]).digest())
    if len(data) < asked["size"] or digest != asked["sha256"]:
        return ["the document is not the one that was signed"]
    return []


def main(paths):
    contents = []
    for path in paths:
        with open(path, "rb") as stream:
            contents.append(stream.read())
    try:
        is_proof = contents[0].lstrip()[:1] == b"{"
        file = json.loads(contents[0] if is_proof else proof_in(contents[0]))
        request, answers, faults, log = check(file)
        documents = contents[1:] if is_proof else contents
        wrong = [fault for data in documents for fault in document_faults(request, data)]
    except Exception as refusal:
        say(f"NOT VERIFIED: {refusal if isinstance(refusal, Refused) else f'the file is malformed ({refusal!r})'}")
        return 1
    asked = statement(request, REQUEST)
    say(f"{quoted(asked['name'])}, {asked['size']} bytes, SHA-256 {asked['sha256']}")
    say(f"asked by      {asked['askerId']}, called {quoted(asked['askerName'])}, {moment(asked['createdAt'])}")
    say()
    said = {answer["authorId"]: statement(answer, ANSWER) for answer in answers}
    for signer in asked["signers"]:
        user = signer["userId"]
        answer = said.get(user)
        if not answer:
            say(f"not signed by {user}, called {quoted(signer['name'])}")
            continue
        verb = "signed by     " if answer["outcome"] == "signed" else "declined by   "
        say(f"{verb}{user}, called {quoted(answer['name'])}, {moment(answer['signedAt'])}, key {answer['fingerprint']}")
        say(f"              {quoted(answer.get('reason') if answer['outcome'] == 'declined' else answer['statement'])}")
        if user in faults:
            wrong.append(f"{user}, called {quoted(signer['name'])}, {faults[user]}")
    say()
    say(f"workspace     {file['workspaceId']}, fingerprint {log.hashes[0]}")
    say()
    for fault in wrong:
        say(f"NOT VERIFIED: {fault}")
    for data in documents:
        if not document_faults(request, data):
            say(remark_on(request, data))
    if documents:
        say(f"what was signed is its first {asked['size']} bytes: head -c {asked['size']} FILE > original.pdf")
        say()
    complete = all(said.get(each["userId"], {}).get("outcome") == "signed" for each in asked["signers"])
    if not wrong and complete and documents:
        is_all = all(len(data) == asked["size"] for data in documents)
        held = "the document is what they signed" if is_all else "what they signed is in the document unchanged: its first bytes"
        say(f"verified: all signatures are theirs, and {held}")
    elif not wrong:
        say("verified as far as it goes: " + ("not everybody signed" if not complete else "no document to compare was given"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) in (2, 3) else __doc__)
