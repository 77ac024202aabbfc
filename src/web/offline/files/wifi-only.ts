/**
 * The switch "Photos on Wi-Fi only". It belongs to the device and not to a person, because the
 * device has the contract for mobile data. It holds back files alone; interviews are always sent.
 */

const key = 'bellwether_photos_on_wifi_only';

/**
 * The types of network over which files are not sent. Any other type, also an unknown one, counts as free of
 * charge.
 */
const metered: readonly unknown[] = ['cellular', 'wimax', 'bluetooth'];

/** The browser's report of its network. Safari, Firefox and most desktops do not have `type`. */
type Network = EventTarget & { type?: unknown };

function network(): Network | undefined {
  return typeof navigator === 'undefined'
    ? undefined
    : (navigator as { connection?: Network }).connection;
}

/** True when the browser reports the type of its network. */
export function tellsNetwork(): boolean {
  return typeof network()?.type === 'string';
}

export function isWifiOnly(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

export function setWifiOnly(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Without room for the setting, files are sent over any network.
  }
}

/** True while files must wait for another network. */
export function waitsForWifi(): boolean {
  return isWifiOnly() && metered.includes(network()?.type);
}

/** Calls the listener when the network changes. Returns a function that stops it. */
export function watchNetwork(listener: () => void): () => void {
  const watched = network();
  watched?.addEventListener('change', listener);
  return () => watched?.removeEventListener('change', listener);
}
