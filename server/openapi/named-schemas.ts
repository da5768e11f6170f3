import { loginStateSchema, sessionStateSchema } from '../../shared/accounts/account-session.ts';
import { accountEntrySchema, accountSchema } from '../../shared/accounts/accounts.ts';
import { warmupJournalEntrySchema, warmupProgressSchema, warmupRunSchema } from '../../shared/accounts/warmup.ts';
import { agentErrorSchema, userSchema } from '../../shared/agent/agent-api.ts';
import { deepHealthSchema } from '../../shared/agent/health.ts';
import { jobEndSchema, jobListSchema, jobRunSchema, jobSchema } from '../../shared/agent/jobs.ts';
import { notificationSchema } from '../../shared/agent/notifications.ts';
import { aiChangeSchema, aiStateSchema, modelPriceSchema } from '../../shared/ai/ai.ts';
import {
  localAiStateSchema,
  localInstallRequestSchema,
  localInstallSchema,
  localModelSchema,
} from '../../shared/ai/local-ai.ts';
import { insightPeriodSchema, insightPostSchema } from '../../shared/insights/insights.ts';
import { postFieldsSchema, rewriteRequestSchema } from '../../shared/posts/compose.ts';
import { dryRunRequestSchema, dryRunSchema, plannedDestinationSchema } from '../../shared/posts/dry-run.ts';
import {
  generationProgressSchema,
  generationRequestSchema,
  generationResultSchema,
} from '../../shared/posts/generation.ts';
import { importAnswerSchema, importedPostSchema, lineProblemSchema } from '../../shared/posts/import/import.ts';
import { mediaFileSchema } from '../../shared/posts/media-library.ts';
import { platformSchema } from '../../shared/posts/platforms.ts';
import { postProblemSchema } from '../../shared/posts/post-problem.ts';
import { postReasonsSchema } from '../../shared/posts/post-reasons.ts';
import {
  composedPostSchema,
  momentSchema,
  postDetailSchema,
  postSchema,
  preflightSchema,
  storedFieldsSchema,
} from '../../shared/posts/posts-api.ts';
import { newProjectSchema, projectSchema } from '../../shared/posts/projects-api.ts';
import { seriesRuleSchema } from '../../shared/posts/series-api.ts';
import { templateSchema } from '../../shared/posts/templates-api.ts';
import { channelSchema } from '../../shared/publishing/channel.ts';
import { channelEntrySchema, signInRequestSchema } from '../../shared/publishing/channel-entries.ts';
import { deliveryAttemptSchema, deliveryStateSchema } from '../../shared/publishing/delivery.ts';
import { figuresSchema } from '../../shared/publishing/figures.ts';
import { composerSchema, deliverySchema, signInSchema } from '../../shared/publishing/publishing-api.ts';
import { savedScriptSchema, savedScriptWithCodeSchema } from '../../shared/scripts/script-library.ts';
import { scriptLogLineSchema, scriptRunDetailsSchema, scriptRunSchema } from '../../shared/scripts/script-run.ts';

/** Schemas that become named types in generated clients. Never renamed once released. */
export const NAMED_SCHEMAS = {
  input: {
    AccountEntry: accountEntrySchema,
    AiChange: aiChangeSchema,
    ChannelEntry: channelEntrySchema,
    DryRunRequest: dryRunRequestSchema,
    GenerationRequest: generationRequestSchema,
    LocalInstallRequest: localInstallRequestSchema,
    Moment: momentSchema,
    NewProject: newProjectSchema,
    PostFields: postFieldsSchema,
    RewriteRequest: rewriteRequestSchema,
    SeriesRule: seriesRuleSchema,
    SignInRequest: signInRequestSchema,
  },
  output: {
    Account: accountSchema,
    AgentError: agentErrorSchema,
    AiState: aiStateSchema,
    Channel: channelSchema,
    ComposedPost: composedPostSchema,
    Composer: composerSchema,
    DeepHealth: deepHealthSchema,
    Delivery: deliverySchema,
    DeliveryAttempt: deliveryAttemptSchema,
    DeliveryState: deliveryStateSchema,
    DryRun: dryRunSchema,
    GenerationProgress: generationProgressSchema,
    GenerationResult: generationResultSchema,
    InsightPeriod: insightPeriodSchema,
    InsightPost: insightPostSchema,
    ImportAnswer: importAnswerSchema,
    ImportedPost: importedPostSchema,
    Job: jobSchema,
    JobEnd: jobEndSchema,
    JobList: jobListSchema,
    JobRun: jobRunSchema,
    LineProblem: lineProblemSchema,
    LoginState: loginStateSchema,
    LocalAiState: localAiStateSchema,
    LocalInstall: localInstallSchema,
    LocalModel: localModelSchema,
    MediaFile: mediaFileSchema,
    ModelPrice: modelPriceSchema,
    Notification: notificationSchema,
    PlannedDestination: plannedDestinationSchema,
    Platform: platformSchema,
    Post: postSchema,
    PostDetail: postDetailSchema,
    Figures: figuresSchema,
    PostProblem: postProblemSchema,
    PostReasons: postReasonsSchema,
    Preflight: preflightSchema,
    Project: projectSchema,
    SavedScript: savedScriptSchema,
    SavedScriptWithCode: savedScriptWithCodeSchema,
    ScriptLogLine: scriptLogLineSchema,
    ScriptRun: scriptRunSchema,
    ScriptRunDetails: scriptRunDetailsSchema,
    SessionState: sessionStateSchema,
    SignIn: signInSchema,
    StoredPostFields: storedFieldsSchema,
    Template: templateSchema,
    User: userSchema,
    WarmupJournalEntry: warmupJournalEntrySchema,
    WarmupProgress: warmupProgressSchema,
    WarmupRun: warmupRunSchema,
  },
};
