// The package of the Model Context Protocol, as far as `plenary mcp` uses it.
export { McpServer } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
