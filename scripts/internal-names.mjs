/**
 * Names of properties that only the overlay's own code reads. The build shortens them, which saves
 * 0.7 KB of the overlay: esbuild shortens variables, but must be told which properties are private.
 *
 * A name belongs here only if it is not a property of the platform, of a request, a response,
 * stored data, an option, an event or a message, is not exported by a chunk, and is never written
 * as a string. `test/clients/internal-names.test.ts` checks what can be checked.
 */
const NAMES = `
  addStyles addWords announce atPath attachBrowser attachLines attachPicture availableBounds badge
  canStore candidates cardText choices clippers closeLabel closeList closePanel commentFlow
  compensateZoom confidence config consoleLog countOf countWord deliver dialogs discard dock
  draftNote drafts duplicates element emitter excerpt failedRequests failure features feed focused
  getFallbackFocus handleNavigation hasAny hasNews hasOwnText hasText hasUnsaved hidesResolved hits
  isEmpty isForMember isHeading isHit isInFlight isLabeled isListed isLoaded isLocated
  isMasked isMember isOpen isOwn isPrivate isQuoted isRejected isRemembered isUnlikely isWanted keep
  life listHeaders listWidth loadQuotes lookup markSeen messages neighborStems normalized numbers
  ofAll ofMean onAnnotations onChange onChanged onChunkMissing onClose onCluster onContent
  onDelivered onFailed onFailure onGap onLayout onLocated onMotion onOpen onPending onPin onPoint
  onRead onRejected onShown onStored openCluster openList openPanel openPin outbox outline passage
  pathClaims pending pick picked point priorOf profile rarest rarities rarity receive rejectedFiles
  refresh reload relocate reopen repeats replies replyTo reposition restart restoreFocus retryAfter reveal
  rowOf savePanel saveProfile saveShowsResolved scheduleReposition setBadge setBusy setStatus
  shadowHost showBox showElement showProblem showsResolved toast toggleList updateNews
  validate visibleButton watcher
`;

/** Short names by internal name: the same in `overlay.js` and in its chunks. */
export const INTERNAL_NAMES = /** @type {Record<string, string>} */ (
  Object.fromEntries(
    NAMES.trim()
      .split(/\s+/)
      .map((name, i) => [name, `${'_$'[i % 2]}${(i >> 1).toString(36)}`]),
  )
);
