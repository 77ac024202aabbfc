#!/usr/bin/python3
"""A window with one WebKitGTK page, for WebKitWebDriver.

The browser that comes with the driver keeps nothing from one start to the next. This one keeps
cookies, stores and service workers in the folder that --profile names, as a tablet does.
Its process id is written to PROFILE/pid, and what pages print on their consoles to PROFILE/console.
"""
import argparse
import os
import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

options = argparse.ArgumentParser()
options.add_argument("--profile", required=True)
options.add_argument("--downloads", required=True)
options.add_argument("--width", type=int, required=True)
options.add_argument("--height", type=int, required=True)
options.add_argument("--dark", action="store_true")
given, _ = options.parse_known_args()

os.makedirs(given.profile, exist_ok=True)
with open(os.path.join(given.profile, "pid"), "w", encoding="utf-8") as file:
    file.write(str(os.getpid()))
console = os.open(os.path.join(given.profile, "console"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.dup2(console, 1)
os.dup2(console, 2)

data = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(given.profile, "data"),
    base_cache_directory=os.path.join(given.profile, "cache"),
)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
context.get_cookie_manager().set_persistent_storage(
    os.path.join(given.profile, "cookies.sqlite"), WebKit2.CookiePersistentStorage.SQLITE
)

settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)
settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
# Safari has these two features; WebKitGTK disables them by default.
features = WebKit2.Settings.get_all_features()
for feature in (features.get(place) for place in range(features.get_length())):
    if feature.get_identifier() in ("StorageAPIEnabled", "StorageAPIEstimateEnabled"):
        settings.set_feature_enabled(feature, True)

Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", given.dark)
windows = []


def page_for_driver(_session):
    """The driver asks for a page at the session's start, and for each further tab."""
    view = WebKit2.WebView(
        web_context=context, settings=settings, is_controlled_by_automation=True
    )
    view.connect("permission-request", allow)
    view.connect("web-process-terminated", lambda _view, why: print("CONSOLE CRASH ERROR", why))
    window = Gtk.Window(decorated=False, default_width=given.width, default_height=given.height)
    window.add(view)
    window.show_all()
    windows.append(window)
    return view


def allow(_view, request):
    request.allow()
    return True


def begin(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("webkit-browser")
    application.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(application)
    session.connect("create-web-view", page_for_driver)


def save(_context, download):
    def choose(_download, name):
        os.makedirs(given.downloads, exist_ok=True)
        # Use another name until the download is complete, as browsers do.
        download.set_allow_overwrite(True)
        download.set_destination("file://" + os.path.join(given.downloads, name + ".part"))
        download.connect("finished", lambda _: finish(name))
        return True

    def finish(name):
        path = os.path.join(given.downloads, name)
        os.rename(path + ".part", path)

    download.connect("decide-destination", choose)


context.connect("automation-started", begin)
context.connect("download-started", save)


def close():
    # When a person closes a page, WebKit still has a moment to store the page's data.
    for window in windows:
        window.destroy()
    GLib.timeout_add(1500, Gtk.main_quit)


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, close)
Gtk.main()
