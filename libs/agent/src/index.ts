export type { AgentAnswer, AgentCode, AgentEnvelope, AgentRefusal, Recovered } from './agent-answer.js';
export { AGENT_LIMITS } from './agent-limits.js';
export { anthropicTools, answerAnthropic } from './anthropic.js';
export { Conversation, startConversation, type ConversationOptions, type SavedConversation } from './conversation.js';
export { INSTRUCTIONS } from './instructions.js';
export type { ModelTool } from './model-tools.js';
export { answerOpenAiChat, answerOpenAiResponses, openAiChatTools, openAiResponsesTools } from './openai.js';
export { vercelTools, type VercelTool } from './vercel.js';
