// Every module of the app is used here too, so the build emits one shared file.
import './app.ts';

export { furtherSteps } from '../shared/rebind/further-passes.ts';
export { createQuoteTest, findQuote } from '../shared/rebind/quotes/quote.ts';
export { quoteOf } from '../shared/rebind/quotes/quote-of.ts';
