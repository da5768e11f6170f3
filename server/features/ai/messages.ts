export const BY_ENVIRONMENT =
  'The model is set by LOCAL_AGENT_AI_PROVIDER or aiProvider in config.json. Change it there, or remove it there to choose here.';
export const CAP_BY_ENVIRONMENT =
  'The monthly cap is set by LOCAL_AGENT_AI_MONTHLY_CAP or aiMonthlyCap in config.json. Change it there, or remove it there to choose here.';
export const IN_THE_FUNCTION =
  'Posts are written inside your Supabase project, which takes its model from the secrets of its function: set AI_PROVIDER, AI_MODEL and AI_API_KEY (and AI_PICTURE_MODEL for pictures) with `supabase secrets set`.';
export const NO_PROVIDER = 'Choose a provider first. In the terminal: `local-agent config set ai.provider openai`.';
export const noModel = (provider: string) => `Enter the ${provider} model as well.`;
export const noKey = (provider: string) => `${provider} needs an API key. Enter the one from your account with them.`;
export const noPictures = (provider: string) =>
  `${provider} has no picture models. Leave the picture model empty to use drawn cards, or choose another provider.`;
/** The remedy for a damaged ai.json. */
export const CHOOSE_AGAIN = 'Delete it, then choose the model again.';
export const disobedient = (model: string) =>
  `${model} responds, but not in the format that posts need. Choose a stronger model.`;
export const noList = (provider: string, address: string) =>
  `${provider} has no list of models at ${address}. You can still type the name.`;
export const slowList = (provider: string, seconds: number) =>
  `${provider} did not list its models within ${seconds} seconds. Try again, or type the name.`;
export const needsModel = (what: string) => `${what} needs a model. Choose one in Settings, AI Writer.`;
export const SHORTENED = 'Shortened to whole sentences by the built-in writer. Other wording needs a model.';
export const CUT =
  'Cut in the middle of a sentence by the built-in writer, because the first sentence alone is too long.';
export const ONE_SENTENCE = 'The built-in writer cannot shorten a single sentence. That needs a model.';
export const FITS = 'It fits as it is. Other wording needs a model.';
export const FROM_WORDS = 'Chosen from the words of the text by the built-in writer.';
export const GIVEN_UP = 'Help with the text was cancelled.';
export const NO_FIT = 'The model returned no text that fits. Try again, or shorten the text first.';
export const NO_REPLY_FITS =
  'The model drafted nothing usable: its drafts were too long, or added links. Try again, or write it yourself.';
export const MODEL_LIST = 'the list of models';
export const SAMPLE_GIVEN_UP = 'The sample was cancelled.';
export const slowSample = (seconds: number) =>
  `The sample was not written within ${seconds} seconds. Try again, or choose a faster model in Settings, AI Writer.`;
export const NO_SAMPLE = 'No post could be written for this template. Change its prompt, and try again.';
export const PROJECT_GONE = 'There is no such project. It may have been deleted.';
