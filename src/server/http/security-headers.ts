import type { FastifyInstance } from 'fastify';

/**
 * Browser features that no screen uses. They are off, so that an injected script cannot use them.
 */
const unneeded = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial'];

/** Inline styles are allowed because the component library sets style attributes. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/**
 * The headers of every reply, written out once. Left out on purpose: Clear-Site-Data, which would
 * erase interviews that wait on a device; Strict-Transport-Security, which the proxy in front must
 * send, where TLS ends; and headers that would only cause warnings on plain http in a local
 * network, which is a supported way to run.
 */
const everywhere = {
  'content-security-policy': contentPolicy.join(';'),
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unneeded.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const ofCalls = { ...everywhere, 'cache-control': 'no-store' };

export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.url.startsWith('/api/') ? ofCalls : everywhere);
    done();
  });
}
