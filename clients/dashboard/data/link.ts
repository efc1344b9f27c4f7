/** Values in the fragment of a mailed link. No request and no referrer contains a fragment. */
interface LinkValues {
  /** Empty if the page was opened without a link. */
  token: string;
  email: string;
}

const STORAGE_KEY = 'pinbound-link';

/** The link that opened the page. Its token leaves the address bar and the history at once. */
export const link: LinkValues = takeLink();

function takeLink(): LinkValues {
  const kept = sessionStorage.getItem(STORAGE_KEY) ?? '';
  sessionStorage.removeItem(STORAGE_KEY);
  const values = new URLSearchParams(location.hash.slice(1) || kept);
  const token = values.get('token') ?? '';
  if (token && location.hash) history.replaceState(null, '', location.pathname + location.search);
  return { token, email: values.get('email') ?? '' };
}

/** Keeps the link of this tab until the next page of the app: the provider's log-in is between. */
export function keepLink(): void {
  sessionStorage.setItem(STORAGE_KEY, `${new URLSearchParams({ ...link })}`);
}
