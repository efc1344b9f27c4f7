import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of a shop that can be redesigned between two captures. */
export interface Shop {
  url: string;
  /** Serves another banner, price and button, and a footer with a faintly lighter text. */
  redesign(): void;
  close(): Promise<void>;
}

const STYLE = `body { margin: 0; font: 16px sans-serif; color: #26303f; background: #fffaf5 }
  header, main, footer { padding: 24px } header { background: #f0e6da } #sale { padding: 16px 24px; background: #ffe7a8 }
  .item { max-width: 480px; margin-bottom: 24px; padding: 24px; background: #fff; border: 1px solid #e5dccf }
  #buy { padding: 14px 28px; border: 0; font: inherit; color: #fff; border-radius: 24px }`;

const page = (isNew: boolean, items: number): string => `<!doctype html><title>Tableware</title><style>${STYLE}
  #buy { background: ${isNew ? '#0f8a4f' : '#2458c9'} }
  footer { color: ${isNew ? '#2b3544' : '#26303f'} }</style><header><h1>Tableware made to be used</h1></header>
  ${isNew ? '<div id="sale">Today only: free delivery on every order</div>' : ''}
  <main><div class="item"><h2>Teapot</h2><p id="price">${isNew ? '79 €' : '89 €'}</p><button id="buy">Add to cart</button></div>
  ${Array.from({ length: items }, (_, index) => `<div class="item"><h2>Bowl ${index + 1}</h2><p>${12 + index} €</p></div>`).join('')}
  </main><footer>Shipping and returns</footer>`;

/** @param items further products, which make the page higher */
export async function startShop(items = 12): Promise<Shop> {
  let isNew = false;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page(isNew, items));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    redesign() {
      isNew = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
