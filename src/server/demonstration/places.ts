/** A hotel's place. The streets are invented. */
type Place = readonly [
  city: string,
  state: string,
  country: string,
  postalCode: string,
  address: string,
  /** Hours ahead of UTC. Decides when people there are at work. */
  hoursAhead: number,
];

export const placesOf = {
  'North America East': [
    ['Boston', 'MA', 'United States', '02110', '18 Lanternmaker Wharf', -5],
    ['Charleston', 'SC', 'United States', '29401', '7 Magnolia Court Row', -5],
    ['Savannah', 'GA', 'United States', '31401', '212 Old Cotton Lane', -5],
    ['Philadelphia', 'PA', 'United States', '19106', '409 Printers Alley', -5],
    ['Montréal', 'QC', 'Canada', 'H2Y 1C6', '55 rue des Tonneliers', -5],
    ['Halifax', 'NS', 'Canada', 'B3J 1S9', '3 Ropewalk Lane', -4],
    ['Chicago', 'IL', 'United States', '60611', '640 Foundry Pier', -6],
    ['Nashville', 'TN', 'United States', '37203', '88 Fiddlemaker Street', -6],
  ],
  'North America West': [
    ['Denver', 'CO', 'United States', '80202', '1750 Silverbell Street', -7],
    ['Santa Fe', 'NM', 'United States', '87501', '31 Adobe Walk', -7],
    ['Portland', 'OR', 'United States', '97204', '520 Fernhill Avenue', -8],
    ['Seattle', 'WA', 'United States', '98101', '1402 Ferryman Street', -8],
    ['San Diego', 'CA', 'United States', '92101', '77 Harborlight Drive', -8],
    ['Monterey', 'CA', 'United States', '93940', '9 Sardine Pier Road', -8],
    ['Vancouver', 'BC', 'Canada', 'V6C 2T4', '300 Cedarmast Street', -8],
    ['Calgary', 'AB', 'Canada', 'T2P 1J9', '815 Prairie Bell Avenue', -7],
  ],
  'Latin America & Caribbean': [
    ['Mérida', 'YUC', 'Mexico', '97000', 'Calle del Henequén 61', -6],
    ['Oaxaca', 'OAX', 'Mexico', '68000', 'Callejón del Barro 14', -6],
    ['Cartagena', 'Bolívar', 'Colombia', '130001', 'Calle de la Vela 9', -5],
    ['Lima', 'Lima', 'Peru', '15074', 'Jirón de los Faroles 280', -5],
    ['Salvador', 'BA', 'Brazil', '40026-010', 'Ladeira do Sino 33', -3],
    ['Montevideo', 'Montevideo', 'Uruguay', '11000', 'Calle del Faro 1120', -3],
    ['Bridgetown', 'Saint Michael', 'Barbados', 'BB11000', '4 Mahogany Strand', -4],
  ],
  Europe: [
    ['Lisbon', 'Lisboa', 'Portugal', '1100-148', 'Rua dos Caldeireiros 26', 0],
    ['Porto', 'Porto', 'Portugal', '4050-253', 'Largo da Tanoaria 8', 0],
    ['Seville', 'Andalucía', 'Spain', '41004', 'Calle Azulejo 19', 1],
    ['Edinburgh', 'Scotland', 'United Kingdom', 'EH1 1RE', '12 Candlewright Close', 0],
    ['Bath', 'Somerset', 'United Kingdom', 'BA1 1LT', '5 Quarrymans Parade', 0],
    ['Galway', 'Connacht', 'Ireland', 'H91 E8T0', '2 Netmakers Quay', 0],
    ['Copenhagen', 'Hovedstaden', 'Denmark', '1256', 'Sejlmagergade 40', 1],
    ['Ghent', 'Oost-Vlaanderen', 'Belgium', '9000', 'Weverskaai 17', 1],
    ['Lyon', 'Auvergne-Rhône-Alpes', 'France', '69002', '23 quai des Soyeux', 1],
    ['Salzburg', 'Salzburg', 'Austria', '5020', 'Glockenhof 6', 1],
    ['Kraków', 'Małopolskie', 'Poland', '31-041', 'ul. Złotnicza 11', 1],
    ['Trieste', 'Friuli-Venezia Giulia', 'Italy', '34121', 'Via del Caffè Vecchio 15', 1],
  ],
  'Middle East & Africa': [
    ['Muscat', 'Masqat', 'Oman', '113', '60 Frankincense Road', 4],
    ['Amman', 'Amman', 'Jordan', '11181', '27 Olive Terrace', 3],
    ['Cape Town', 'Western Cape', 'South Africa', '8001', '101 Sailmaker Street', 2],
    ['Marrakesh', 'Marrakesh-Safi', 'Morocco', '40000', '3 Derb des Teinturiers', 1],
    ['Accra', 'Greater Accra', 'Ghana', 'GA-107', '44 Kapok Avenue', 0],
  ],
  'Asia Pacific': [
    ['Kyoto', 'Kyoto', 'Japan', '604-8091', '212 Suzukake-cho', 9],
    ['Kanazawa', 'Ishikawa', 'Japan', '920-0902', '7-3 Kinpaku-machi', 9],
    ['George Town', 'Pulau Pinang', 'Malaysia', '10200', '19 Lorong Pelita', 8],
    ['Hội An', 'Quảng Nam', 'Vietnam', '51300', '36 Đèn Lồng', 7],
    ['Kochi', 'Kerala', 'India', '682001', '8 Pepper Exchange Lane', 5.5],
    ['Melbourne', 'VIC', 'Australia', '3000', '254 Tramdriver Lane', 10],
    ['Wellington', 'Wellington', 'New Zealand', '6011', '16 Boatshed Parade', 12],
  ],
} as const satisfies Record<string, readonly Place[]>;

export type Region = keyof typeof placesOf;
