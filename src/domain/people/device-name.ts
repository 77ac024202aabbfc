/**
 * The first pattern that matches decides. Browsers include each other's names, so the specific ones
 * come first.
 */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

/**
 * An iPad that requests desktop pages reports that it is a Mac. Nothing in its `User-Agent`
 * differs.
 */
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns a browser's `User-Agent` in words by which its owner recognises the device. */
export function deviceName(userAgent: string): string {
  const named = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined && system === undefined) return 'Unknown device';
  if (system === undefined) return `${browser}`;
  return `${browser ?? 'Browser'} on ${system}`;
}
