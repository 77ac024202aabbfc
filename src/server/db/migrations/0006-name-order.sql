-- The order in which people look names up: accents and case decide last, and 2 stands before 10.
create collation name_order (provider = icu, locale = 'und-u-kn-true');
