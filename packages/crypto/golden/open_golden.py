"""Opens the golden envelopes with a second implementation, written from docs/formats.md and sharing no code with the
first: Python with the `cryptography` package (48 or newer). Prints one line per format; ends with 1 where one differs.

    python3 packages/crypto/golden/open_golden.py
"""
import base64, hashlib, hmac, json, pathlib, struct, sys, unicodedata, uuid
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, hpke
from cryptography.hazmat.primitives.asymmetric import ed25519, mlkem, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class Refused(Exception):
    pass


def need(condition, code):
    if not condition:
        raise Refused(code)


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


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha(data):
    return hashlib.sha256(data).digest()


def hkdf(key, label, *parts, salt=b"", length=32):
    return HKDF(hashes.SHA256(), length, salt, lp(label, *parts)).derive(key)


def gcm(key, nonce, data, associated):
    need(len(data) >= 16, "malformed")
    try:
        return AESGCM(key).decrypt(nonce, data, associated)
    except InvalidTag:
        raise Refused("not-verified") from None


def box(key, label, *parts, sealed):
    need(len(sealed) >= 29, "malformed")
    need(sealed[0] == 1, "unknown-version")
    return gcm(key, sealed[1:13], sealed[13:], b"\1" + lp(label, *parts))


def verify(public_key, message, signature):
    need(len(public_key) == 32 and len(signature) == 64, "malformed")
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except InvalidSignature:
        raise Refused("not-verified") from None


def xwing(seed):
    expanded = hashlib.shake_256(seed).digest(96)
    return hpke.MLKEM768X25519PrivateKey(
        mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64]),
        x25519.X25519PrivateKey.from_private_bytes(expanded[64:]),
    )


def xwing_public(seed):
    expanded = hashlib.shake_256(seed).digest(96)
    lattice = mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64]).public_key().public_bytes_raw()
    curve = x25519.X25519PrivateKey.from_private_bytes(expanded[64:]).public_key().public_bytes_raw()
    return lattice + curve


# --- formats (2 to 11) -----------------------------------------------------------------------------------------------
def seed_bytes(seeds):
    return b64(seeds["xwing"]) + b64(seeds["ed25519"])


def fingerprint(cert):
    body = {name: value for name, value in cert.items() if name != "signature"}
    message = lp("kontor/key-cert/v1", canonical(body))
    verify(b64(cert["signingPublicKey"]), message, b64(cert["signature"]))
    return sha(lp(message, b64(cert["signature"])))


def kid(key):
    return sha(b"kontor/kid/v1" + hkdf(key, "kontor/kid/v1"))[:16]


def bound(label, place):
    """What both the seal and the signatures of a record are bound to."""
    refs = {name: value for name, value in place["refs"].items() if value not in (None, "", [])}
    for value in refs.values():
        # bool is an int here; a list holds texts alone
        fits = all(type(item) is str for item in value) if type(value) is list else type(value) in (str, int, float, bool)
        need(fits, "malformed")
    names = (place[name] for name in ("workspaceId", "scopeId", "entity", "id"))
    return lp(label, *names) + u64(place["version"]) + lp(canonical(refs))


def envelope(label, key, place, sealed):
    need(len(sealed) >= 45, "malformed")
    need(sealed[0] == 2, "unknown-version")
    need(sealed[1:17] == kid(key), "wrong-key")
    frame = gcm(key, sealed[17:29], sealed[29:], sealed[:17] + bound(label, place))
    length = struct.unpack(">I", frame[:4])[0]
    size = max(512, -(-(length + 4) // 64) * 64)
    need(len(frame) == size and not any(frame[4 + length :]), "malformed")
    return frame[4 : 4 + length]


class Reader:
    def __init__(self, data):
        self.data = data

    def take(self, size):
        need(len(self.data) >= size, "malformed")
        part, self.data = self.data[:size], self.data[size:]
        return part

    def number(self):
        number = struct.unpack(">Q", self.take(8))[0]
        need(number < 2**53, "malformed")
        return number

    def lp(self):
        return self.take(struct.unpack(">I", self.take(4))[0])

    def authorship(self):
        return {"by": self.take(32), "seq": self.number(), "head": self.take(32), "signature": self.take(64)}


def covered(label, place, who, content, counter=0, previous=bytes(32)):
    time = u64(place["generation"]) + lp(who["by"]) + u64(who["seq"]) + lp(who["head"])
    return bound(label, place) + time + u64(counter) + lp(previous, content)


def believed(g, who, message):
    for cert in g["certs"]:
        if fingerprint(cert) == who["by"]:
            return verify(b64(cert["signingPublicKey"]), message, who["signature"])
    raise Refused("not-verified")


def signed_record(g, place, signed, kind="record"):
    """Takes the signed content of a record or tombstone apart, and verifies its author and its resealer."""
    reader = Reader(signed)
    flags = reader.take(1)[0]
    need(flags <= 3, "malformed")
    out = {"author": reader.authorship(), "counter": 0, "previous": bytes(32), "origin": None}
    if flags & 1:
        out["counter"], out["previous"] = reader.number(), reader.take(32)
        need(out["counter"] > 0, "malformed")
    written = place
    if flags & 2:
        out["resealer"] = reader.authorship()
        out["origin"] = {"version": reader.number(), "generation": reader.number(), "scopeId": reader.lp().decode()}
        text = reader.lp().decode()
        out["origin"]["refs"], out["added"] = json.loads(text), reader.lp()
        need(canonical(out["origin"]["refs"]) == text, "malformed")
        written = {**place, **out["origin"]}
    out["content"] = reader.data
    need(kind == "record" or (flags == 0 and not out["content"]), "malformed")
    chain = (out["counter"], out["previous"])
    message = covered(f"kontor/{kind}-author/v2", written, out["author"], out["content"], *chain)
    out["hash"] = sha(lp(message, out["author"]["signature"]))
    believed(g, out["author"], message)
    if flags & 2:
        inner = lp(message, out["author"]["signature"], out["added"])
        believed(g, out["resealer"], covered("kontor/record-resealer/v1", place, out["resealer"], inner))
    return out


def grant_key(golden, grant):
    need(grant["recipientId"] == golden["recipient"]["userId"], "wrong-key")
    granter = golden["granter"]
    need(grant["granterKey"] == text64(fingerprint(granter)), "not-verified")
    need(grant["granterId"] == granter["userId"], "not-verified")
    terms = {name: value for name, value in grant.items() if name not in ("sealed", "signature")}
    terms["workspaceId"] = golden["workspaceId"]
    terms["recipientKey"] = text64(sha(b64(golden["recipient"]["hpkePublicKey"])))
    terms, sealed = canonical(terms), b64(grant["sealed"])
    signed = lp("kontor/grant-signature/v1", terms, sealed)
    verify(b64(granter["signingPublicKey"]), signed, b64(grant["signature"]))
    suite = hpke.Suite(hpke.KEM.MLKEM768_X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_256_GCM)
    key = suite.decrypt(sealed, xwing(b64(golden["recipientSeed"])), lp("kontor/grant-seal/v1", terms))
    need(text64(kid(key)) == grant["kid"], "key-mismatch")
    return key


def file_part(golden, copy):
    sealed = b64(copy["sealed"])
    need(len(sealed) >= 33, "damaged-file")
    need(sealed[0] == 1, "unknown-version")
    info = (golden["workspaceId"], golden["documentId"], golden["blobId"])
    material = hkdf(b64(golden["fileKey"]), "kontor/file/v1", *info, salt=sealed[1:17], length=39)
    segments = [sealed[i : i + 262160] for i in range(17, len(sealed), 262160)]
    plain = b""
    for i, segment in enumerate(segments):
        last = copy["isLast"] and i == len(segments) - 1
        nonce = material[32:] + struct.pack(">IB", copy["part"] * 16 + i, last)
        try:
            plain += AESGCM(material[:32]).decrypt(nonce, segment, None)
        except InvalidTag:
            raise Refused("damaged-file") from None
    return plain


def fold(name):
    nfc = unicodedata.normalize("NFC", name)
    return unicodedata.normalize("NFC", "".join(c.lower().upper().lower() for c in nfc))


# --- the files -------------------------------------------------------------------------------------------------------
def refuse(golden, open_copy):
    assert golden["hostile"], "no hostile twins"
    for copy in golden["hostile"]:
        try:
            open_copy(copy)
        except Refused as refusal:
            assert str(refusal) == copy["error"], f"{copy['name']}: {refusal} instead of {copy['error']}"
        else:
            raise AssertionError(f"{copy['name']}: opened")


def opener(g, kind="record"):
    key = b64(g["key"])

    def opens(copy):
        signed = envelope(f"kontor/{kind}/v2", key, copy["place"], b64(copy["sealed"]))
        return signed_record(g, copy["place"], signed, kind)

    return opens


def check_record(g):
    opens = opener(g)
    out = opens(g)
    assert out["content"].decode() == g["content"]
    assert (out["author"]["seq"], text64(out["author"]["head"])) == (g["head"]["seq"], g["head"]["hash"])
    assert out["author"]["by"] == fingerprint(g["certs"][0])
    refuse(g, opens)
    return out


check_record_values = check_record


def check_record_chained(g):
    out = check_record(g)
    first = signed_record(g, g["first"]["place"], b64(g["first"]["signed"]))
    assert out["counter"] == g["counter"] and out["previous"] == first["hash"]


def check_record_resealed(g):
    out = check_record(g)
    assert out["origin"] == g["origin"] and out["added"].decode() == g["added"]
    assert out["resealer"]["by"] == fingerprint(g["certs"][1])
    assert (out["resealer"]["seq"], text64(out["resealer"]["head"])) == (g["later"]["seq"], g["later"]["hash"])


def check_tombstone(g):
    opens = opener(g, "tombstone")
    assert opens(g)["author"]["seq"] == g["head"]["seq"]
    refuse(g, opens)


def check_keys(g):
    key, workspace, scope = b64(g["key"]), g["workspaceId"], g["scopeId"]
    assert text64(kid(key)) == g["kid"]
    assert text64(hkdf(key, "kontor/scope-derive/v1", workspace, scope)) == g["openScopeKey"]
    assert text64(hkdf(seed_bytes(g["seeds"]), "kontor/personal-scope/v1", scope)) == g["personalScopeKey"]
    assert text64(xwing_public(hkdf(key, "kontor/scope-hpke/v1", workspace, scope))) == g["scopeHpkePublicKey"]


def check_key_rows(g):
    wrap, older = g["wrap"], g["previous"]
    label = "kontor/scope-wrap/v1"
    parts = [g["workspaceId"], wrap["scopeId"], u64(wrap["generation"]), wrap["kid"]]
    parts += [wrap["parentScopeId"], wrap["parentKid"]]
    parent = b64(g["parentKey"])
    assert text64(box(hkdf(parent, label), label, *parts, sealed=b64(wrap["sealed"]))) == g["key"]
    label = "kontor/scope-previous/v1"
    parts = [g["workspaceId"], older["scopeId"], u64(older["generation"]), older["kid"], older["previousKid"]]
    newer = b64(g["key"])
    assert text64(box(hkdf(newer, label), label, *parts, sealed=b64(older["sealed"]))) == g["previousKey"]


def check_cert(g):
    assert text64(fingerprint(g["cert"])) == g["fingerprint"] == g["next"]["previous"]
    fingerprint(g["next"])
    assert text64(xwing_public(b64(g["seeds"]["xwing"]))) == g["cert"]["hpkePublicKey"]
    signing = ed25519.Ed25519PrivateKey.from_private_bytes(b64(g["seeds"]["ed25519"]))
    assert text64(signing.public_key().public_bytes_raw()) == g["cert"]["signingPublicKey"]
    refuse(g, lambda copy: fingerprint(copy["cert"]))


def check_password(g):
    salt = sha(lp("kontor/password/v1", g["email"].strip().lower(), b64(g["accountSalt"])))[:16]
    kdf = Argon2id(salt=salt, length=32, iterations=3, lanes=1, memory_cost=65536)
    root = kdf.derive(unicodedata.normalize("NFKC", g["password"]).encode())
    assert text64(hkdf(root, "kontor/password-auth/v1")) == g["authKey"]
    assert text64(hkdf(root, "kontor/password-wrap/v1")) == g["wrapKey"]


def check_seeds(g):
    parts = (g["cert"]["userId"], fingerprint(g["cert"]))
    memory = u64(g["memory"]["counter"])
    for pin in g["memory"]["pins"]:
        memory += bytes.fromhex(pin["workspaceId"].replace("-", ""))
        memory += b64(pin["genesisHash"]) + u64(pin["headSeq"]) + b64(pin["headHash"])
    for key, label, sealed, more in (
        ("wrapKey", "kontor/account-seeds/v1", "sealedForPassword", memory),
        ("phraseKey", "kontor/phrase-seal/v1", "sealedForPhrase", b""),
    ):
        assert box(b64(g[key]), label, *parts, sealed=b64(g[sealed])) == seed_bytes(g["seeds"]) + more


def check_memory(g):
    seeds, user = seed_bytes(g["seeds"]), g["userId"]
    assert text64(hkdf(seeds, "kontor/memory-name/v1", user, g["workspaceId"])[:16]) == g["name"]
    key = hkdf(seeds, "kontor/memory/v1", user)
    assert text64(box(key, "kontor/memory/v1", g["place"], sealed=b64(g["sealed"]))) == g["content"]


def check_phrase(g):
    entropy = b64(g["entropy"])
    verification = sha(sha(lp("kontor/phrase-verification/v1", g["userId"], entropy)))
    assert text64(verification) == g["verification"]
    assert text64(hkdf(entropy, "kontor/phrase-seal/v1", g["userId"])) == g["key"]


def check_phrase_keep(g):
    label = "kontor/phrase-keep/v1"

    def opens(copy):
        return box(hkdf(b64(g["wrapKey"]), label, copy["userId"]), label, copy["userId"], sealed=b64(copy["sealed"]))

    assert text64(opens(g)) == g["entropy"]
    refuse(g, opens)


def link_manifest(link):
    fragment, name, label = b64(link["fragment"]), link["linkId"], "kontor/link-manifest/v1"
    need(len(fragment) == 49 and fragment[0] in (0, 1), "malformed")
    secret, root = fragment[1:33], b""
    if fragment[0] == 1:
        kdf = Argon2id(
            salt=sha(lp("kontor/link-password/v1", name, secret))[:16],
            **dict(length=32, iterations=3, lanes=1, memory_cost=65536),
        )
        root = kdf.derive(unicodedata.normalize("NFKC", link["password"]).encode())
    sealed = b64(link["sealed"])
    need(sha(sealed)[:16] == fragment[33:], "damaged-file")
    opened = box(hkdf(secret + root, label, name), label, name, sealed=sealed)
    return hkdf(secret + root, "kontor/link-auth/v1", name), opened.rstrip(b" ")


def check_link(g):
    proof, opened = link_manifest(g)
    assert text64(opened) == g["json"] and text64(sha(lp("kontor/link-verifier/v1", proof))) == g["verifier"]
    refuse(g, link_manifest)


def check_grant(g):
    assert text64(grant_key(g, g["grant"])) == g["key"]
    refuse(g, lambda copy: grant_key(g, copy["grant"]))


def check_file_part(g):
    assert text64(file_part(g, g)) == g["plain"] and text64(sha(b64(g["sealed"]))) == g["sha256"]
    refuse(g, lambda copy: file_part(g, copy))


def check_name_tag(g):
    key = hkdf(b64(g["key"]), "kontor/name/v1", g["folderId"])
    for pair in g["tags"]:
        assert text64(hmac.digest(key, fold(pair["name"]).encode(), "sha256")) == pair["tag"], pair["name"]


def check_log_pin(g):
    user, label, pin = g["cert"]["userId"], "kontor/log-pin/v1", g["pin"]
    key = hkdf(seed_bytes(g["seeds"]), label, user)
    content = box(key, label, user, g["workspaceId"], sealed=b64(g["sealed"]))
    genesis, seq, head = b64(pin["genesisHash"]), u64(pin["headSeq"]), b64(pin["headHash"])
    assert content[:72] == genesis + seq + head
    message = lp("kontor/log-pin-signature/v1", user, g["workspaceId"], genesis) + seq + lp(head)
    verify(b64(g["cert"]["signingPublicKey"]), message, content[72:])


def unpacked(revisions):
    raw = b64(revisions)
    need(raw and len(raw) % 22 == 0 and text64(raw) == revisions, "malformed")
    parts = [raw[at : at + 22] for at in range(0, len(raw), 22)]
    need(all(one[:16] < two[:16] for one, two in zip(parts, parts[1:])), "malformed")
    return {str(uuid.UUID(bytes=part[:16])): int.from_bytes(part[16:], "big") for part in parts}


def log_entry(signed):
    entry = signed["entry"]
    body = {name: value for name, value in entry.items() if name != "signature"}
    message = lp("kontor/log/v1", canonical(body))
    verify(b64(signed["cert"]["signingPublicKey"]), message, b64(entry["signature"]))
    return unpacked(entry["payload"]["revisions"]), text64(sha(lp(message, b64(entry["signature"]))))


def check_log_entry(g):
    assert log_entry(g) == (g["revisions"], g["hash"])
    refuse(g, log_entry)


def check_device(g):
    page = box(b64(g["pageKey"]), "kontor/device-page/v1", g["pageName"], sealed=b64(g["page"]))
    assert page.decode() == g["pageContent"]
    key = hkdf(seed_bytes(g["seeds"]), "kontor/outbox/v1", g["userId"])
    entry = box(key, "kontor/outbox/v1", g["entryId"], sealed=b64(g["entry"]))
    assert entry.decode() == g["entryContent"]


def invited_seeds(link):
    secret = b64(link["secret"])
    need(len(secret) == 32, "malformed")
    seeds = hkdf(secret, "kontor/invitation/v1", link["workspaceId"], link["invitationId"], length=64)
    signing = ed25519.Ed25519PrivateKey.from_private_bytes(seeds[32:]).public_key().public_bytes_raw()
    cert = link["cert"]
    fits = text64(xwing_public(seeds[:32])) == cert["hpkePublicKey"] and text64(signing) == cert["signingPublicKey"]
    need(fits and cert["userId"] == link["invitationId"], "key-mismatch")
    return seeds


def check_invitation(g):
    fingerprint(g["cert"])
    assert invited_seeds(g) == seed_bytes(g["seeds"])
    refuse(g, invited_seeds)


def check_six_words(g):
    # Without the list of words: equal words stand for equal bits, and sorted words for sorted bits.
    check_words(
        ("kontor/six-words/v1", cert["userId"], fingerprint(cert), text)
        for cert, text in ((g["cert"], g["words"]), (g["next"], g["nextWords"]))
    )


def check_log_words(g):
    check_words(
        ("kontor/log-words/v1", g["workspaceId"], b64(g["pin"]["genesisHash"]) + b64(head), text)
        for head, text in ((g["pin"]["headHash"], g["words"]), (g["nextHead"], g["nextWords"]))
    )


def check_words(codes):
    words = {}
    for label, name, secret, text in codes:
        salt = sha(lp(label, name))[:16]
        code = Argon2id(salt=salt, length=9, iterations=3, lanes=1, memory_cost=65536).derive(secret)
        bits = int.from_bytes(code, "big")
        for i, word in enumerate(text.split(" ")):
            words[(bits >> (72 - 11 * (i + 1))) & 2047] = word
    ordered = [words[index] for index in sorted(words)]
    assert len(words) > 6 and ordered == sorted(set(ordered))


failed = 0
for path in sorted(pathlib.Path(__file__).parent.glob("*.json")):
    check = globals()["check_" + path.stem[:-3].replace("-", "_")]
    try:
        check(json.loads(path.read_text()))
        print(f"{path.stem}: opened")
    except Exception as error:
        failed += 1
        print(f"{path.stem}: {type(error).__name__} {error}")
sys.exit(1 if failed else 0)
