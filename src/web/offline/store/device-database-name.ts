/**
 * The name of the device's own database. It has a file without Dexie because the sign-in page
 * checks whether the database exists before it loads the code that reads it.
 */
export const deviceDatabaseName = 'bellwether_device';
