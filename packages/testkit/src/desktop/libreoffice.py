"""Has the LibreOffice that listens at a pipe do what each line of stdin says, an object of JSON; answers each with a line."""

import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException


def connect(pipe):
    """Waits until LibreOffice listens at the pipe. Returns its desktop."""
    here = uno.getComponentContext()
    resolver = here.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", here)
    for _ in range(600):
        try:
            there = resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe)
            return there.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", there)
        except NoConnectException:
            time.sleep(0.2)
    raise SystemExit("LibreOffice does not listen")


desktop = connect(sys.argv[1])
document = None
for line in sys.stdin:
    call = json.loads(line)
    if call["verb"] == "open":
        document = desktop.loadComponentFromURL(call["url"], "_blank", 0, ())
    elif call["verb"] == "write":
        document.Text.setString(call["text"])
    elif call["verb"] == "save":
        document.store()
    elif call["verb"] == "saveAs":
        document.storeAsURL(call["url"], (PropertyValue("FilterName", 0, "writer8", 0),))
    elif call["verb"] == "close":
        document.close(True)
    print("done", flush=True)
desktop.terminate()
