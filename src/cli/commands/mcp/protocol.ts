// The package of the Model Context Protocol, and the zod that it uses. Only `plenary mcp` loads
// them.
export {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  McpServer,
} from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
export * as z from 'zod';
