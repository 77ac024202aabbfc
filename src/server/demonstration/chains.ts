import type { chainScales } from '#domain/hotels/hotel-fields.ts';

/** A hotel brand. All chains, brands, management companies and owners are invented. */
type Brand = {
  chain: string;
  brand: string;
  /** The prefix of the brand's own codes for its hotels. */
  code: string;
  scale: (typeof chainScales)[number];
};

const ostrander = 'Ostrander Collection';
const quillon = 'Quillon Hotel Group';
const brackenholm = 'Brackenholm Hotels';
const saltmeadow = 'Saltmeadow Hospitality';
const ferrowhythe = 'Ferrowhythe & Daughters';
const marlindale = 'Marlindale Inns';

export const brands: readonly Brand[] = [
  { chain: ostrander, brand: 'Ostrander Grand', code: 'OSG', scale: 'Luxury' },
  { chain: ostrander, brand: 'Ostrander House', code: 'OSH', scale: 'Upper Upscale' },
  { chain: saltmeadow, brand: 'Saltmeadow Shores', code: 'SMS', scale: 'Luxury' },
  { chain: saltmeadow, brand: 'Tidewrack', code: 'TDW', scale: 'Upper Midscale' },
  { chain: quillon, brand: 'Quillon', code: 'QUI', scale: 'Upper Upscale' },
  { chain: quillon, brand: 'Quillon Court', code: 'QUC', scale: 'Upscale' },
  { chain: quillon, brand: 'Duskfeather', code: 'DKF', scale: 'Upscale' },
  { chain: brackenholm, brand: 'Brackenholm', code: 'BRK', scale: 'Upscale' },
  { chain: brackenholm, brand: 'Brackenholm Lodge', code: 'BRL', scale: 'Upper Midscale' },
  { chain: ferrowhythe, brand: 'Ferrowhythe', code: 'FHY', scale: 'Upper Upscale' },
  { chain: ferrowhythe, brand: 'Wayleaf', code: 'WLF', scale: 'Midscale' },
  { chain: marlindale, brand: 'Marlindale', code: 'MLD', scale: 'Midscale' },
  { chain: marlindale, brand: 'Pennybrook', code: 'PNB', scale: 'Economy' },
];

export const managementCompanies: readonly string[] = [
  'Corvane Hospitality Management',
  'Highmoor Hotel Partners',
  'Thistlegate Operators',
  'Bluelantern Hospitality',
  'Pellworth Management',
  'Osprey Lane Hotels',
  'Sundial Lodging Company',
];

export const owners: readonly string[] = [
  'Ashgrove Property Trust',
  'Kestrel Row Holdings',
  'Millrace Capital',
  'Thornwick Family Estates',
  'Harrow & Pike Investments',
  'Northlight Real Estate',
  'Fennimore Land Company',
  'Copperquay Ventures',
  'Aldermere Pension Fund',
];
