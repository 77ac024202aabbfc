import type pg from 'pg';

/**
 * The states of a connection that ends while a call is under way. A pooler sends one of class 08 for
 * any connection that it lost; 40003 says that the end of the call is not known.
 */
const endOfConnection = /^(08|57P01|57P02|40003)/;

/** True when the connection ended, so that it is not known whether the statement was carried out. */
export function endedConnection({ code }: pg.DatabaseError): boolean {
  return endOfConnection.test(code ?? '');
}
