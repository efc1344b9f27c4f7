const ADDRESS = /\w+:\/\/\S+/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** UUIDs that a text shows to people, outside of addresses. */
export const shownIds = (text: string): string[] => text.replace(ADDRESS, '').match(UUID) ?? [];
