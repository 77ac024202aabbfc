import { BlockList, isIP } from 'node:net';

/**
 * `public`: an address of the internet. `own`: this machine's, or one of a private network.
 * `never`: any other, such as link-local addresses, where clouds offer a machine its secrets.
 */
export type AddressKind = 'public' | 'own' | 'never';

const own4 = subnets('ipv4', [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // Shared by the customers of one provider (carrier-grade NAT).
  '100.64.0.0/10',
]);
const own6 = subnets('ipv6', ['::1/128', 'fc00::/7']);

/** The other addresses in IANA's registry of special addresses. */
const special4 = subnets('ipv4', [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved, and broadcast.
  '224.0.0.0/3',
]);

/**
 * In IPv6 only the addresses assigned for the internet are public. Forms that contain an IPv4
 * address (mapped, translated, 6to4, Teredo) can lead anywhere, and no host that is meant to be
 * called has one.
 */
const global6 = subnets('ipv6', ['2000::/3']);
const special6 = subnets('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Returns the kind of an IP address. */
export function addressKind(address: string): AddressKind {
  if (isIP(address) === 4) {
    if (own4.check(address, 'ipv4')) return 'own';
    return special4.check(address, 'ipv4') ? 'never' : 'public';
  }
  if (isIP(address) !== 6) return 'never';
  if (own6.check(address, 'ipv6')) return 'own';
  const isGlobal = global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  return isGlobal ? 'public' : 'never';
}

function subnets(family: 'ipv4' | 'ipv6', written: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of written) {
    const [address = '', length] = one.split('/');
    list.addSubnet(address, Number(length), family);
  }
  return list;
}
