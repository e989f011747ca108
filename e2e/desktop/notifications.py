"""Plays the notifications of a desktop on the session bus (Desktop Notifications Specification 1.2): prints each that it is to
show as a line of JSON, and clicks those whose ids it is told, a line each."""

import json
import sys
from threading import Thread

from gi.repository import Gio, GLib

name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
asked = {"app": "s", "replaces": "u", "icon": "s", "title": "s", "body": "s", "actions": "as", "hints": "a{sv}", "timeout": "i"}
arguments = "".join('<arg name="%s" type="%s" direction="in"/>' % each for each in asked.items())
interface = """<node><interface name="%s">
  <method name="Notify">%s<arg name="id" type="u" direction="out"/></method>
</interface></node>""" % (name, arguments)
shown = []


def show(_bus, _sender, _path, _interface, _method, parameters, invocation):
    """Shows a notification; its id is how many there are."""
    notification = dict(zip(asked, parameters.unpack()))
    shown.append(notification)
    print(json.dumps({"id": len(shown), "title": notification["title"], "body": notification["body"]}), flush=True)
    invocation.return_value(GLib.Variant("(u)", (len(shown),)))


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(interface).interfaces[0], show)
Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE)
Thread(target=GLib.MainLoop().run, daemon=True).start()
for line in sys.stdin:
    # A click is told only of those that offer it.
    if "default" in shown[int(line) - 1]["actions"]:
        bus.emit_signal(None, path, name, "ActionInvoked", GLib.Variant("(us)", (int(line), "default")))
