import pg from 'pg';

const TIMESTAMPTZ = 1184;
const DATE = 1082;

/** Format of a session in UTC: `2026-11-21 09:30:00.123+00`, without trailing zeros. */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

/** Parses with `Date` where the format allows: pg's parser takes five times as long. */
function parseTimestamp(text: string): Date {
  if (IN_UTC.test(text)) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return pg.types.getTypeParser(TIMESTAMPTZ, 'text')(text) as unknown as Date;
}

/** Parses a date as midnight in UTC, like Prisma. pg would take midnight of the local time zone. */
const parseDate = (text: string): Date => new Date(`${text}T00:00:00Z`);

/** Type parsers for `types` of a pg.Pool. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === TIMESTAMPTZ) return parseTimestamp;
    if (format !== 'binary' && oid === DATE) return parseDate;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};
