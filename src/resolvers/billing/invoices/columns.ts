import { Prisma } from '../../../generated/prisma/client.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** The select list for `FROM invoices i`. */
export const INVOICE_COLUMNS = selectList(Prisma.InvoiceScalarFieldEnum, { alias: 'i' });
