declare module 'pgpass' {
  namespace pgpass {
    interface Connection {
      readonly host: string;
      readonly port: number;
      readonly user?: string | undefined;
      readonly database?: string | undefined;
    }
  }
  /** Calls back with the password of a connection in the file that PGPASSFILE names, or ~/.pgpass; undefined if it has none. */
  function pgpass(connection: pgpass.Connection, callback: (password: string | undefined) => void): void;
  export = pgpass;
}
