import { brandWithType } from '@pothos/core';

/** Marks a row with the name of its GraphQL type, by which interfaces resolve it. */
export function withTypeName<Row extends object>(row: Row, name: string): Row {
  brandWithType(row, name as never);
  return row;
}
