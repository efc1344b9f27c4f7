import type { ObjectRef } from '@pothos/core';
import { type NumberedPage, PAGE_NUMBERS, PAGE_SIZES } from '../resolvers/platform/pagination/numbered-page.ts';
import { builder } from './builder.ts';
import { bounded } from './constraints.ts';

const Pagination = builder.objectRef<NumberedPage<unknown>['pagination']>('Pagination').implement({
  description: 'Where a numbered page stands in the whole list.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Its number, from 1.' }),
    limit: t.exposeInt('limit', { description: 'The most items of a page.' }),
    total: t.exposeInt('total', { description: 'Items of the whole list.' }),
    totalPages: t.exposeInt('totalPages', { description: 'Pages of the whole list.' }),
  }),
});

type ItemRef<T> = ObjectRef<typeof builder.$inferSchemaTypes, T>;

/** A numbered page of items: over REST the whole answer, `{ "data": […], "pagination": {…} }`. */
export const numberedPageOf = <T>(name: string, item: ItemRef<T>, description: string) =>
  builder.objectRef<NumberedPage<T>>(name).implement({
    description,
    fields: (t) => ({
      data: t.field({ type: [item], description: 'The items of this page.', resolve: ({ data }) => data as never }),
      pagination: t.field({
        type: Pagination,
        description: 'Where this page stands in the whole.',
        resolve: ({ pagination }) => pagination,
      }),
    }),
  });

/** Arguments of a list with numbered pages. */
export const numberedPageArgs = {
  page: bounded('Which page', PAGE_NUMBERS),
  limit: bounded('Items of a page', PAGE_SIZES),
};
