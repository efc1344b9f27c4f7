import type pg from 'pg';

/** Column of the rows that a statement returns. */
export interface Column {
  name: string;
  typeId: number;
  /** Table and number of the column that it shows; 0 for an expression. */
  tableId: number;
  attribute: number;
}

/** A statement as PostgreSQL describes it without running it. */
export interface Description {
  parameterTypeIds: number[];
  columns: Column[];
}

/** Messages of the protocol that pg passes on, beyond its types. */
interface ProtocolConnection {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
}

/** Fields of a message that describes rows. */
interface RowDescription {
  fields: { name: string; tableID: number; columnID: number; dataTypeID: number }[];
}

/** Parses a statement and describes it, as pg's queries are sent. */
export function describeStatement(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const description: Description = { parameterTypeIds: [], columns: [] };
    let failure: Error | undefined;
    client.query({
      submit(connection: pg.Connection) {
        const protocol = connection as unknown as ProtocolConnection;
        protocol.once('parameterDescription', ({ dataTypeIDs }) => {
          description.parameterTypeIds = dataTypeIDs;
        });
        protocol.parse({ name: '', text, types: [] });
        protocol.describe({ type: 'S', name: '' });
        protocol.sync();
      },
      handleRowDescription({ fields }: RowDescription) {
        description.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => {
          return { name, typeId: dataTypeID, tableId: tableID, attribute: columnID };
        });
      },
      handleError(error: Error) {
        failure = error;
        reject(error);
      },
      handleReadyForQuery() {
        if (!failure) resolve(description);
      },
    } as unknown as pg.Submittable);
  });
}
