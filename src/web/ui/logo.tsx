/**
 * Renders the logo: a bell with a ram's horns. A bellwether is the sheep whose bell the flock
 * follows.
 */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden focusable="false">
      <rect width="40" height="40" rx="10" fill="#0c5b51" />
      <LogoMark />
    </svg>
  );
}

/** Renders the logo without its background, for dark surfaces: 40 by 40. */
export function LogoMark() {
  return (
    <>
      <path
        d="M20 11.2c-3.9 0-6.2 2.9-6.2 6.9v4.3c0 2.2-.8 3.5-2 4.7-.7.7-.3 1.7.7 1.7h15c1 0 1.4-1 .7-1.7-1.2-1.2-2-2.5-2-4.7v-4.3c0-4-2.3-6.9-6.2-6.9Z"
        fill="#f7f5f1"
      />
      <path
        d="M17.6 10.6C14.4 7.2 8.6 7.9 6.9 12.2c-1.5 3.9 1.2 7.3 4.1 6.6 2.3-.6 2.3-3.9 0-4M22.4 10.6c3.2-3.4 9-2.7 10.7 1.6 1.5 3.9-1.2 7.3-4.1 6.6-2.3-.6-2.3-3.9 0-4"
        fill="none"
        stroke="#f7f5f1"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="2.3"
      />
      <circle cx="20" cy="31.6" r="2.1" fill="#cba25b" />
    </>
  );
}
