/** Free text as one line without control characters, so that it cannot look like more than one line of ours. */
export const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
  text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
