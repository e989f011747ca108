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


def record(label, key, context, sealed):
    need(len(sealed) >= 45, "malformed")
    need(sealed[0] == 1, "unknown-version")
    need(sealed[1:17] == kid(key), "wrong-key")
    place = lp(label, *(context[name] for name in ("workspaceId", "scopeId", "entity", "id")))
    refs = {name: value for name, value in context["refs"].items() if value not in (None, "", [])}
    for value in refs.values():
        # bool is an int here; a list holds texts alone
        fits = all(type(item) is str for item in value) if type(value) is list else type(value) in (str, int, float, bool)
        need(fits, "malformed")
    frame = gcm(key, sealed[17:29], sealed[29:], sealed[:17] + place + u64(context["version"]) + lp(canonical(refs)))
    length = struct.unpack(">I", frame[:4])[0]
    size = max(512, -(-(length + 4) // 64) * 64)
    need(len(frame) == size and not any(frame[4 + length :]), "malformed")
    return frame[4 : 4 + length]


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


def check_record(g):
    key = b64(g["key"])
    opens = lambda copy: record("kontor/record/v1", key, copy["context"], b64(copy["sealed"]))
    assert opens(g).decode() == g["content"]
    refuse(g, opens)


check_record_values = check_record


def check_tombstone(g):
    key = b64(g["key"])
    opens = lambda copy: record("kontor/tombstone/v1", key, copy["context"], b64(copy["sealed"]))
    assert opens(g) == b""
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


def check_grant(g):
    assert text64(grant_key(g, g["grant"])) == g["key"]
    refuse(g, lambda copy: grant_key(g, copy["grant"]))


def check_signed_content(g):
    signed, context = b64(g["second"]), g["context"]
    author, counter, previous, signature = signed[1:33], signed[33:41], signed[41:73], signed[73:137]
    assert signed[0] == 1 and author == fingerprint(g["author"]) and previous == sha(b64(g["first"]))
    place = [context[name] for name in ("workspaceId", "entity", "id", "parentId")]
    message = lp("kontor/record-author/v1", *place, author) + counter + lp(previous, signed[137:])
    verify(b64(g["author"]["signingPublicKey"]), message, signature)
    assert signed[137:].decode() == g["content"] and counter == u64(2)


def check_signed_tombstone(g):
    place = [g["context"][name] for name in ("workspaceId", "entity", "id", "parentId")]

    def opens(copy):
        signed = b64(copy["signed"])
        author, counter, previous, signature = signed[1:33], signed[33:41], signed[41:73], signed[73:137]
        if signed[137:] != u64(copy["version"]) or author != fingerprint(g["author"]):
            raise Refused("not-verified")
        message = lp("kontor/tombstone-author/v1", *place, author) + counter + lp(previous, signed[137:])
        verify(b64(g["author"]["signingPublicKey"]), message, signature)

    opens(g)
    refuse(g, opens)


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
    check = globals()["check_" + path.stem.removesuffix("-v1").replace("-", "_")]
    try:
        check(json.loads(path.read_text()))
        print(f"{path.stem}: opened")
    except Exception as error:
        failed += 1
        print(f"{path.stem}: {type(error).__name__} {error}")
sys.exit(1 if failed else 0)
