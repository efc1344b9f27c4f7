import { mutationsTable } from './mutations-table.ts';

process.stdout.write(`${await mutationsTable()}\n`);
