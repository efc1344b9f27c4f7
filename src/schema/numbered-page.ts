import type { ObjectRef } from '@pothos/core';
import { type NumberedPage, PAGE_NUMBERS, PAGE_SIZES } from '../resolvers/platform/pagination/numbered-page.ts';
import { builder } from './builder.ts';
import { bounded } from './constraints.ts';

const Pagination = builder.objectRef<NumberedPage<unknown>['pagination']>('Pagination').implement({
  description: 'Position of a numbered page in the list.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Page number, from 1.' }),
    limit: t.exposeInt('limit', { description: 'Maximum number of items per page.' }),
    total: t.exposeInt('total', { description: 'Number of items in the list.' }),
    totalPages: t.exposeInt('totalPages', { description: 'Number of pages in the list.' }),
  }),
});

type ItemRef<T> = ObjectRef<typeof builder.$inferSchemaTypes, T>;

/** Numbered page of items; in REST, the whole body `{ "data": […], "pagination": {…} }`. */
export const numberedPageOf = <T, Page extends NumberedPage<T> = NumberedPage<T>>(
  name: string,
  item: ItemRef<T>,
  description: string,
) =>
  builder.objectRef<Page>(name).implement({
    description,
    fields: (t) => ({
      data: t.field({ type: [item], description: 'The items of this page.', resolve: ({ data }) => data as never }),
      pagination: t.field({
        type: Pagination,
        description: 'Position of this page in the list.',
        resolve: ({ pagination }) => pagination,
      }),
    }),
  });

/** Arguments of a list with numbered pages. */
export const numberedPageArgs = {
  page: bounded('Page number', PAGE_NUMBERS),
  limit: bounded('Items per page', PAGE_SIZES),
};
