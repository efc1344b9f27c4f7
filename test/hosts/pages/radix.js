import * as Dialog from '@radix-ui/react-dialog';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { listenToKeys } from './common.js';
import { Bakery } from './react.js';

listenToKeys();
const style = { position: 'fixed', left: 200, top: 60, width: 500, padding: 20, background: '#fff' };
const content = h(Dialog.Content, { style, 'aria-describedby': undefined }, h(Dialog.Title, null, 'Basket'), h(Bakery));
createRoot(document.querySelector('#root')).render(
  h(Dialog.Root, null, h(Dialog.Trigger, { id: 'open' }, 'Open'), h(Dialog.Portal, null, h(Dialog.Overlay), content)),
);
