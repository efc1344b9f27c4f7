import type { Messages } from '../i18n/messages.ts';
import { button, h } from '../shadow-host/elements.ts';

/** Limits of the service. */
const MAX_FILES = 10;
const MAX_BYTES = 10 * 2 ** 20;
/** Types that the service accepts, and those of texts, which it reads as plain ones. */
const TYPES = /^(image\/(png|jpeg|webp|gif)|application\/(pdf|json)|text\/.*|)$/;

/** Content type to announce to the service. */
export const contentTypeOf = ({ type }: File): string => (/^image|pdf/.test(type) ? type : 'text/plain');

/** The files that a person adds to a comment. */
export interface OwnFiles {
  readonly node: HTMLElement;
  /** Adds the files that are dropped or pasted. */
  receive(event: Event, data: DataTransfer | null): void;
}

/**
 * Creates the button that adds files, and the names of the files, which remove them.
 *
 * @param files the files to send; this function adds to them and removes from them
 * @param refuse reports a file that cannot be sent
 */
export function createOwnFiles(messages: Messages, files: File[], refuse: () => void): OwnFiles {
  const input = h('input', { type: 'file', multiple: '', hidden: '' });
  const adder = button('link', () => input.click(), [messages.addFiles]);
  const node = h('div', { class: 'note files' }, adder, input);
  const show = (file: File) => {
    const item = button(
      'file',
      () => {
        files.splice(files.indexOf(file), 1);
        item.remove();
        adder.focus();
      },
      [file.name, ' ✕'],
      `${messages.remove}: ${file.name}`,
    );
    node.append(item);
  };
  const add = (added: Iterable<File>) => {
    for (const file of added) {
      if (files.length < MAX_FILES && file.size <= MAX_BYTES && TYPES.test(file.type)) {
        files.push(file);
        show(file);
      } else refuse();
    }
  };
  input.onchange = () => {
    add(input.files ?? []);
    // The same file can be chosen again.
    input.value = '';
  };
  files.forEach(show);
  return {
    node,
    receive(event, data) {
      // Text that was copied with its picture is pasted as text.
      if (!data?.types.includes('Files') || data.types.includes('text/plain')) return;
      event.preventDefault();
      add(data.files);
    },
  };
}
