import { Modal as ChakraModal, ChakraProvider, ModalContent } from '@chakra-ui/react';
import * as Radix from '@radix-ui/react-dialog';
import { type ComponentType, createElement as h, useState } from 'react';
import { Button, Dialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import FocusLock from 'react-focus-lock';

/** The types of the package are those of its CommonJS module. */
const Lock = FocusLock as unknown as typeof FocusLock.default;

/** Dialogs of libraries that keep the focus inside, each with a button that opens it. */

const STYLE = { position: 'fixed', left: 250, top: 100, width: 400, background: '#fff', padding: 20 } as const;
const content = h(
  'form',
  null,
  h('label', null, 'Street ', h('input', { id: 'street' })),
  h('p', { id: 'hint' }, 'We ship on Monday'),
);

function radix() {
  const inside = h(Radix.Content, { style: STYLE }, h(Radix.Title, null, 'Address'), content);
  return h(Radix.Root, null, h(Radix.Trigger, { id: 'open' }, 'Edit'), h(Radix.Portal, null, inside));
}

function focusLock() {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen && h(Lock, null, h('div', { style: STYLE }, content));
  return h('div', null, h('button', { type: 'button', id: 'open', onClick: () => setOpen(true) }, 'Edit'), dialog);
}

function chakra() {
  const [isOpen, setOpen] = useState(false);
  const inside = h(ModalContent, { style: STYLE }, content);
  const dialog = h(ChakraModal as ComponentType<object>, { isOpen, onClose: () => setOpen(false) } as object, inside);
  return h(
    ChakraProvider,
    null,
    h('button', { type: 'button', id: 'open', onClick: () => setOpen(true) }, 'Edit'),
    dialog,
  );
}

function reactAria() {
  const dialog = h(Dialog, { 'aria-label': 'Address' }, content);
  return h(
    DialogTrigger,
    null,
    h(Button, { id: 'open' }, 'Edit'),
    h(ModalOverlay, null, h(Modal, { style: STYLE }, dialog)),
  );
}

const LIBRARIES: Record<string, ComponentType> = { radix, focusLock, chakra, reactAria };

const root = document.getElementById('app');
const library = LIBRARIES[location.hash.slice(1)];
if (root && library) createRoot(root).render(h(library));
