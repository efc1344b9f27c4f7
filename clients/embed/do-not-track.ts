/**
 * Decides whether the visitor may be tracked. For a visitor who opts out by Do Not Track or Global
 * Privacy Control, the project's setting is requested, without any data about the visitor. Other
 * visitors cost no request.
 */
export function checkTrackingPermission(api: string, key: string, onDecision: (isAllowed: boolean) => void): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (doNotTrack !== '1' && !globalPrivacyControl) {
    onDecision(true);
    return;
  }
  fetch(`${api}/v1/collect/${encodeURIComponent(key)}/settings`, { credentials: 'omit' })
    .then((response) => response.json())
    .then((body) => onDecision(body.data.respectDoNotTrack === false))
    .catch(() => undefined);
}
