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

/** Image that has the rows. */
export type ShiftKind =
  /** Only the comparison has them. */
  | 'inserted'
  /** Only the baseline has them. */
  | 'removed';

/** Change of the element of an annotation between two captures. */
export type VerdictKind =
  /** Text, look or content changed. `effect` says whether that does what the annotation says. */
  | 'changed'
  /** It looks as before. It may have moved. */
  | 'unchanged'
  /** It is not on the page any more. */
  | 'gone'
  /** It was accepted, and looks as reported again. */
  | 'regressed'
  /** It cannot be told; `reason` says why. */
  | 'unknown';

/** Effect of a change on an annotation, by rules that read its text and the element's text and styles. */
export type ChangeEffect =
  /** Literal texts that it states are met, and the properties that it names moved in the stated direction. */
  | 'does_it'
  /** Something changed. Whether that answers it, a person must say. */
  | 'changed_otherwise'
  /** The reported look is there again. */
  | 'went_back';

/** Decision of a review. */
export type ReviewDecision =
  /** The changes are accepted. */
  | 'approved'
  /** The changes are not accepted. */
  | 'rejected';

/** State of a page in one viewport within a deployment. */
export type DeploymentCaptureState =
  /** The snapshot is not ordered yet. */
  | 'queued'
  /** The snapshot is ordered, or being compared. */
  | 'capturing'
  /** The page had no baseline; the snapshot became it. */
  | 'baseline'
  /** The picture equals the baseline. */
  | 'unchanged'
  /** The picture differs from the baseline. */
  | 'changed'
  /** The page could not be compared; `error` has the reason. */
  | 'failed'
  /** The deployment was cancelled or superseded before. */
  | 'skipped';

/** Effect of a change on a comment, as a model sees it. */
export type SuggestedEffect =
  /** The change does what the comment asks. */
  | 'does_it'
  /** The change does something else. */
  | 'does_not'
  /** The model cannot tell. */
  | 'unclear';

/** Status of a deployment. */
export type DeploymentStatus =
  /** No page is captured yet. */
  | 'queued'
  /** Pages are captured and compared. */
  | 'running'
  /** Changes wait for a review. */
  | 'needs_review'
  /** No page changed, or all changes are approved. */
  | 'passed'
  /** Pages could not be compared, or a change is rejected. */
  | 'failed'
  /** Somebody cancelled it, or deleted its project. */
  | 'cancelled'
  /** A newer deployment of the environment replaced it. */
  | 'superseded';

export type ReportCaptureFragment = { readonly id: string, readonly url: string, readonly state: DeploymentCaptureState, readonly error: string | null, readonly comparisonId: string | null, readonly viewport: { readonly width: number, readonly deviceScaleFactor: number }, readonly snapshot: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null, readonly baseline: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null };

export type ReportVerdictFragment = { readonly id: string, readonly captureId: string | null, readonly annotationId: string, readonly verdict: VerdictKind, readonly effect: ChangeEffect | null, readonly overallEffect: ChangeEffect | null, readonly reason: string | null, readonly isLiteralMet: boolean | null, readonly evidence: Record<string, unknown>, readonly beforeUrl: string | null, readonly afterUrl: string | null, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly suggestion: { readonly effect: SuggestedEffect, readonly reason: string } | null, readonly annotation: { readonly id: string, readonly number: number, readonly content: string, readonly status: AnnotationStatus, readonly assigneeId: string | null } | null };

export type ReportChangeFragment = { readonly id: string, readonly captureId: string, readonly selector: string | null, readonly tag: string | null, readonly kinds: ReadonlyArray<string>, readonly before: Record<string, unknown> | null, readonly after: Record<string, unknown> | null, readonly likeness: string, readonly annotationIds: ReadonlyArray<string>, readonly guardedIds: ReadonlyArray<string>, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly region: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly since: { readonly commit: string, readonly createdAt: string } | null };

export type ReportFragment = { readonly id: string, readonly projectId: string, readonly commit: string, readonly branch: string | null, readonly url: string | null, readonly status: DeploymentStatus, readonly error: string | null, readonly supersededById: string | null, readonly replacedById: string | null, readonly isReviewable: boolean, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly environment: { readonly id: string, readonly name: string }, readonly counts: { readonly captures: number, readonly finishedCaptures: number, readonly failedCaptures: number, readonly newBaselines: number, readonly doesIt: number, readonly changedOtherwise: number, readonly wentBack: number, readonly changes: number, readonly unchanged: number, readonly unknown: number, readonly explained: number, readonly unexplained: number, readonly unreviewed: number }, readonly verdicts: ReadonlyArray<{ readonly id: string, readonly captureId: string | null, readonly annotationId: string, readonly verdict: VerdictKind, readonly effect: ChangeEffect | null, readonly overallEffect: ChangeEffect | null, readonly reason: string | null, readonly isLiteralMet: boolean | null, readonly evidence: Record<string, unknown>, readonly beforeUrl: string | null, readonly afterUrl: string | null, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly suggestion: { readonly effect: SuggestedEffect, readonly reason: string } | null, readonly annotation: { readonly id: string, readonly number: number, readonly content: string, readonly status: AnnotationStatus, readonly assigneeId: string | null } | null }>, readonly changes: ReadonlyArray<{ readonly id: string, readonly captureId: string, readonly selector: string | null, readonly tag: string | null, readonly kinds: ReadonlyArray<string>, readonly before: Record<string, unknown> | null, readonly after: Record<string, unknown> | null, readonly likeness: string, readonly annotationIds: ReadonlyArray<string>, readonly guardedIds: ReadonlyArray<string>, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly region: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly since: { readonly commit: string, readonly createdAt: string } | null }>, readonly captures: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly state: DeploymentCaptureState, readonly error: string | null, readonly comparisonId: string | null, readonly viewport: { readonly width: number, readonly deviceScaleFactor: number }, readonly snapshot: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null, readonly baseline: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null }> } | null };

export type DeploymentReportQueryVariables = Exact<{
  id: string | number;
}>;


export type DeploymentReportQuery = { readonly deployment: { readonly id: string, readonly projectId: string, readonly commit: string, readonly branch: string | null, readonly url: string | null, readonly status: DeploymentStatus, readonly error: string | null, readonly supersededById: string | null, readonly replacedById: string | null, readonly isReviewable: boolean, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly environment: { readonly id: string, readonly name: string }, readonly counts: { readonly captures: number, readonly finishedCaptures: number, readonly failedCaptures: number, readonly newBaselines: number, readonly doesIt: number, readonly changedOtherwise: number, readonly wentBack: number, readonly changes: number, readonly unchanged: number, readonly unknown: number, readonly explained: number, readonly unexplained: number, readonly unreviewed: number }, readonly verdicts: ReadonlyArray<{ readonly id: string, readonly captureId: string | null, readonly annotationId: string, readonly verdict: VerdictKind, readonly effect: ChangeEffect | null, readonly overallEffect: ChangeEffect | null, readonly reason: string | null, readonly isLiteralMet: boolean | null, readonly evidence: Record<string, unknown>, readonly beforeUrl: string | null, readonly afterUrl: string | null, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly suggestion: { readonly effect: SuggestedEffect, readonly reason: string } | null, readonly annotation: { readonly id: string, readonly number: number, readonly content: string, readonly status: AnnotationStatus, readonly assigneeId: string | null } | null }>, readonly changes: ReadonlyArray<{ readonly id: string, readonly captureId: string, readonly selector: string | null, readonly tag: string | null, readonly kinds: ReadonlyArray<string>, readonly before: Record<string, unknown> | null, readonly after: Record<string, unknown> | null, readonly likeness: string, readonly annotationIds: ReadonlyArray<string>, readonly guardedIds: ReadonlyArray<string>, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly region: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly since: { readonly commit: string, readonly createdAt: string } | null }>, readonly captures: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly state: DeploymentCaptureState, readonly error: string | null, readonly comparisonId: string | null, readonly viewport: { readonly width: number, readonly deviceScaleFactor: number }, readonly snapshot: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null, readonly baseline: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null }> } | null } | null };

export type ReportShiftsQueryVariables = Exact<{
  id: string | number;
}>;


export type ReportShiftsQuery = { readonly comparison: { readonly id: string, readonly shifts: ReadonlyArray<{ readonly kind: ShiftKind, readonly y: number, readonly rows: number }> } | null };

export type ReviewDeploymentMutationVariables = Exact<{
  id: string | number;
  decision: ReviewDecision;
  changeIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  annotationIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  alike?: boolean | null | undefined;
  explained?: boolean | null | undefined;
}>;


export type ReviewDeploymentMutation = { readonly reviewDeployment: { readonly id: string } };

export type RecaptureDeploymentMutationVariables = Exact<{
  id: string | number;
}>;


export type RecaptureDeploymentMutation = { readonly recaptureDeployment: { readonly id: string, readonly status: DeploymentStatus } };

export type UndoReviewMutationVariables = Exact<{
  id: string | number;
}>;


export type UndoReviewMutation = { readonly undoReview: { readonly id: string } };

export const DeploymentReportDocument = "query DeploymentReport($id:ID!){deployment(id:$id){...Report}}fragment Report on Deployment{id projectId commit branch url status error supersededById replacedById isReviewable createdAt startedAt finishedAt environment{id name}counts{...DeploymentNumbers}verdicts{...ReportVerdict}changes{...ReportChange}captures(first:500){nodes{...ReportCapture}}}fragment DeploymentNumbers on DeploymentCounts{captures finishedCaptures failedCaptures newBaselines doesIt changedOtherwise wentBack changes unchanged unknown explained unexplained unreviewed}fragment ReportVerdict on DeploymentVerdict{id captureId annotationId verdict effect overallEffect reason isLiteralMet suggestion{effect reason}evidence beforeUrl afterUrl decision reviewId annotation{id number content status assigneeId}}fragment ReportChange on DeploymentChange{id captureId selector tag kinds region{x y width height}before after likeness annotationIds guardedIds since{commit createdAt}decision reviewId}fragment ReportCapture on DeploymentCapture{id url viewport{width deviceScaleFactor}state error comparisonId snapshot{id imageUrl height createdAt}baseline{id imageUrl height createdAt}}" as unknown as TypedDocumentNode<DeploymentReportQuery, DeploymentReportQueryVariables>;

export const ReportShiftsDocument = "query ReportShifts($id:ID!){comparison(id:$id){id shifts{kind y rows}}}" as unknown as TypedDocumentNode<ReportShiftsQuery, ReportShiftsQueryVariables>;

export const ReviewDeploymentDocument = "mutation ReviewDeployment($id:ID!$decision:ReviewDecision!$changeIds:[ID!]$annotationIds:[ID!]$alike:Boolean$explained:Boolean){reviewDeployment(id:$id decision:$decision changeIds:$changeIds annotationIds:$annotationIds alike:$alike explained:$explained){id}}" as unknown as TypedDocumentNode<ReviewDeploymentMutation, ReviewDeploymentMutationVariables>;

export const RecaptureDeploymentDocument = "mutation RecaptureDeployment($id:ID!){recaptureDeployment(id:$id){id status}}" as unknown as TypedDocumentNode<RecaptureDeploymentMutation, RecaptureDeploymentMutationVariables>;

export const UndoReviewDocument = "mutation UndoReview($id:ID!){undoReview(id:$id){id}}" as unknown as TypedDocumentNode<UndoReviewMutation, UndoReviewMutationVariables>;
