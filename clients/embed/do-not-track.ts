/**
 * Says whether this visitor may be collected. Of somebody who asks not to be tracked the project decides, so that it is asked,
 * by a request that says nothing about the visitor; everybody else costs no request.
 */
export function mayCollect(api: string, key: string, tell: (may: boolean) => void): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (doNotTrack !== '1' && !globalPrivacyControl) {
    tell(true);
    return;
  }
  fetch(`${api}/v1/collect/${encodeURIComponent(key)}/settings`, { credentials: 'omit' })
    .then((response) => response.json())
    .then((answer) => tell(answer.data.respectDoNotTrack === false))
    .catch(() => undefined);
}
