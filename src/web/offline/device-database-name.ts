/**
 * The name of the device's own database, in a file without Dexie: the sign-in page looks whether it
 * exists before it loads what reads it.
 */
export const deviceDatabaseName = 'bellwether_device';
