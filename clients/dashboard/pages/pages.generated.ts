// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Status of the work on an annotation. Every transition is allowed. */
export type AnnotationStatus =
  /** New. */
  | 'open'
  /** In progress. */
  | 'in_progress'
  /** Done. */
  | 'resolved';

/** Origin of an annotation. */
export type AnnotationSource =
  /** Created by a member over the API. */
  | 'api'
  /** Created in the overlay by a visitor or a member. */
  | 'overlay'
  /** Imported from another tool. */
  | 'import';

/** Readers of an annotation or a reply. */
export type Visibility =
  /** Everyone who can read the project, guests and visitors included. */
  | 'public'
  /** Members above guest, and webhooks and integrations with `includeInternal`. */
  | 'internal';

/** State of the connection between pin and element. */
export type AnchorState =
  /** The pin is on its original element. */
  | 'bound'
  /** Re-anchoring found `candidates`; a person must choose one (rebind). */
  | 'moved'
  /** The pin was attached to another element. */
  | 'rebound'
  /** Re-anchoring did not find the element. */
  | 'orphaned';

/** Reason why an annotation is resolved. */
export type AnnotationResolution =
  /** The requested change was made. Resolving without a resolution means this. */
  | 'fixed'
  /** The requested change will not be made. */
  | 'declined'
  /** Another annotation requests the same. */
  | 'duplicate';

/** Urgency of an annotation, most urgent first. */
export type AnnotationPriority =
  /** Before everything else. */
  | 'urgent'
  /** Before normal ones. */
  | 'high'
  /** New annotations. */
  | 'normal'
  /** After all others. */
  | 'low';

/** Status of a snapshot. */
export type SnapshotStatus =
  /** The capture is queued or in progress. */
  | 'processing'
  /** The image is available. */
  | 'completed'
  /** The capture failed; `error` has the reason. */
  | 'failed';

/** Kind of change of a snapshot. */
export type SnapshotChangeKind =
  /** The snapshot was requested. */
  | 'created'
  /** The image is available. */
  | 'completed'
  /** The capture failed. */
  | 'failed'
  /** The snapshot was deleted. */
  | 'deleted';

/** A script that pages load. */
export type PageScript =
  /** The overlay. */
  | 'overlay'
  /** The embed script. */
  | 'embed';

/** Order of pages; those that are equal by path. */
export type PageOrder =
  /** By path. */
  | 'path'
  /** Most open annotations first. */
  | 'open'
  /** Most orphaned annotations first. */
  | 'orphaned'
  /** By the newest annotation; pages without one last. */
  | 'newest';

/** Browser viewport for a capture. At most 120 million image pixels. */
export type ViewportInput = {
  /** Width in CSS pixels, 16–7 680. Default: 1920. */
  readonly width?: number | null | undefined;
  /** Height in CSS pixels, 16–16 000. Default: 1080. */
  readonly height?: number | null | undefined;
  /** Image pixels per CSS pixel, 0.5–4. Default: 1. */
  readonly deviceScaleFactor?: number | null | undefined;
};

export type CaptureFragment = { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } };

export type PageListQueryVariables = Exact<{
  projectId: string | number;
  text?: string | null | undefined;
  environmentId?: string | number | null | undefined;
  orderBy?: PageOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type PageListQuery = { readonly pages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly path: string, readonly url: string, readonly title: string | null, readonly open: number, readonly inProgress: number, readonly resolved: number, readonly orphaned: number, readonly views: number | null, readonly latestSnapshots: ReadonlyArray<{ readonly thumbnailUrl: string | null, readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } }> | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type PageOfUrlQueryVariables = Exact<{
  projectId: string | number;
  url: string;
}>;


export type PageOfUrlQuery = { readonly pages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly path: string, readonly url: string, readonly urls: ReadonlyArray<string>, readonly title: string | null, readonly views: number | null, readonly latestSnapshots: ReadonlyArray<{ readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } }> | null }> } | null };

export type PictureQueryVariables = Exact<{
  id: string | number;
}>;


export type PictureQuery = { readonly snapshot: { readonly imageUrl: string | null, readonly recordUrl: string | null, readonly isComplete: boolean | null, readonly fullPage: boolean, readonly waitForSelector: string | null, readonly delay: number, readonly hideSelectors: ReadonlyArray<string>, readonly freeze: boolean, readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly pins: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly annotationId: string, readonly state: AnchorState, readonly reason: string | null, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } | null, readonly meant: { readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly point: { readonly x: number, readonly y: number } | null } | null }> } | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } } | null };

export type CaptureDatesQueryVariables = Exact<{
  projectId: string | number;
  url: string;
  viewportWidth: number;
}>;


export type CaptureDatesQuery = { readonly snapshots: { readonly data: ReadonlyArray<{ readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } }> } | null };

export type CaptureStateQueryVariables = Exact<{
  id: string | number;
}>;


export type CaptureStateQuery = { readonly snapshot: { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } } | null };

export type ClicksQueryVariables = Exact<{
  projectId: string | number;
  url: string;
  minViewportWidth?: number | null | undefined;
  maxViewportWidth?: number | null | undefined;
}>;


export type ClicksQuery = { readonly clickMap: { readonly clicks: number, readonly points: ReadonlyArray<{ readonly x: number, readonly y: number, readonly clicks: number }>, readonly elements: ReadonlyArray<{ readonly selector: string, readonly clicks: number, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } | null }>, readonly viewports: ReadonlyArray<{ readonly width: number, readonly clicks: number }>, readonly structure: { readonly viewport: Record<string, unknown> } | null } | null };

export type EmbedSeenQueryVariables = Exact<{
  projectId: string | number;
}>;


export type EmbedSeenQuery = { readonly project: { readonly id: string, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string }> | null } | null };

export type CapturePageMutationVariables = Exact<{
  projectId: string | number;
  url: string;
  viewport?: ViewportInput | null | undefined;
  fullPage?: boolean | null | undefined;
  waitForSelector?: string | null | undefined;
  delay?: number | null | undefined;
  hideSelectors?: ReadonlyArray<string> | string | null | undefined;
  freeze?: boolean | null | undefined;
}>;


export type CapturePageMutation = { readonly createSnapshot: { readonly id: string, readonly status: SnapshotStatus } };

export type CommentOnPictureMutationVariables = Exact<{
  projectId: string | number;
  url: string;
  snapshotId: string | number;
  x: number;
  y: number;
  content: string;
  visibility: Visibility;
}>;


export type CommentOnPictureMutation = { readonly createAnnotation: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

export type MovePinMutationVariables = Exact<{
  id: string | number;
  domFingerprint: Record<string, unknown>;
}>;


export type MovePinMutation = { readonly rebindAnnotation: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

export type CaptureChangedSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type CaptureChangedSubscription = { readonly snapshotChanged: { readonly kind: SnapshotChangeKind, readonly snapshotId: string, readonly snapshot: { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } } | null } };

export const PageListDocument = "query PageList($projectId:ID!$text:String$environmentId:ID$orderBy:PageOrder$first:Int!$after:String){pages(projectId:$projectId text:$text environmentId:$environmentId orderBy:$orderBy first:$first after:$after){nodes{id path url title open inProgress resolved orphaned views latestSnapshots{...Capture thumbnailUrl}}pageInfo{hasNextPage endCursor}}}fragment Capture on Snapshot{id url environmentId status error viewport{width height deviceScaleFactor}width height httpStatus createdAt completedAt}" as unknown as TypedDocumentNode<PageListQuery, PageListQueryVariables>;

export const PageOfUrlDocument = "query PageOfUrl($projectId:ID!$url:String!){pages(projectId:$projectId url:$url first:1){nodes{id path url urls title views latestSnapshots{...Capture}}}}fragment Capture on Snapshot{id url environmentId status error viewport{width height deviceScaleFactor}width height httpStatus createdAt completedAt}" as unknown as TypedDocumentNode<PageOfUrlQuery, PageOfUrlQueryVariables>;

export const PictureDocument = "query Picture($id:ID!){snapshot(id:$id){...Capture imageUrl recordUrl isComplete fullPage waitForSelector delay hideSelectors freeze pins(first:500){nodes{id annotationId state reason box{x y width height}meant{...Meant}}}}}fragment Capture on Snapshot{id url environmentId status error viewport{width height deviceScaleFactor}width height httpStatus createdAt completedAt}fragment Meant on MeantPart{box{x y width height}point{x y}}" as unknown as TypedDocumentNode<PictureQuery, PictureQueryVariables>;

export const CaptureDatesDocument = "query CaptureDates($projectId:ID!$url:String!$viewportWidth:Int!){snapshots(projectId:$projectId url:$url viewportWidth:$viewportWidth status:completed limit:100){data{...Capture}}}fragment Capture on Snapshot{id url environmentId status error viewport{width height deviceScaleFactor}width height httpStatus createdAt completedAt}" as unknown as TypedDocumentNode<CaptureDatesQuery, CaptureDatesQueryVariables>;

export const CaptureStateDocument = "query CaptureState($id:ID!){snapshot(id:$id){...Capture}}fragment Capture on Snapshot{id url environmentId status error viewport{width height deviceScaleFactor}width height httpStatus createdAt completedAt}" as unknown as TypedDocumentNode<CaptureStateQuery, CaptureStateQueryVariables>;

export const ClicksDocument = "query Clicks($projectId:ID!$url:String!$minViewportWidth:Int$maxViewportWidth:Int){clickMap(projectId:$projectId url:$url minViewportWidth:$minViewportWidth maxViewportWidth:$maxViewportWidth){clicks points{x y clicks}elements{selector clicks box{x y width height}}viewports{width clicks}structure{viewport}}}" as unknown as TypedDocumentNode<ClicksQuery, ClicksQueryVariables>;

export const EmbedSeenDocument = "query EmbedSeen($projectId:ID!){project(id:$projectId){id scripts{script origin}}}" as unknown as TypedDocumentNode<EmbedSeenQuery, EmbedSeenQueryVariables>;

export const CapturePageDocument = "mutation CapturePage($projectId:ID!$url:String!$viewport:ViewportInput$fullPage:Boolean$waitForSelector:String$delay:Int$hideSelectors:[String!]$freeze:Boolean){createSnapshot(projectId:$projectId url:$url viewport:$viewport fullPage:$fullPage waitForSelector:$waitForSelector delay:$delay hideSelectors:$hideSelectors freeze:$freeze){id status}}" as unknown as TypedDocumentNode<CapturePageMutation, CapturePageMutationVariables>;

export const CommentOnPictureDocument = "mutation CommentOnPicture($projectId:ID!$url:String!$snapshotId:ID!$x:Float!$y:Float!$content:String!$visibility:Visibility!){createAnnotation(projectId:$projectId url:$url snapshotId:$snapshotId position_x:$x position_y:$y content:$content visibility:$visibility){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<CommentOnPictureMutation, CommentOnPictureMutationVariables>;

export const MovePinDocument = "mutation MovePin($id:ID!$domFingerprint:JSONObject!){rebindAnnotation(id:$id domFingerprint:$domFingerprint){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<MovePinMutation, MovePinMutationVariables>;

export const CaptureChangedDocument = "subscription CaptureChanged($projectId:ID!){snapshotChanged(projectId:$projectId){kind snapshotId snapshot{...Capture}}}fragment Capture on Snapshot{id url environmentId status error viewport{width height deviceScaleFactor}width height httpStatus createdAt completedAt}" as unknown as TypedDocumentNode<CaptureChangedSubscription, CaptureChangedSubscriptionVariables>;
