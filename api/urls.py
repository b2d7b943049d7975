"""Addresses of the API, of its page, and of somebody's tokens."""

from django.urls import URLPattern, path, re_path

from api.views import discord, pages, tokens
from api.views.endpoints import ENDPOINTS

urlpatterns: list[URLPattern] = [
    path("account/tokens/", tokens.api_tokens, name="api-tokens"),
    path("account/tokens/new/", tokens.api_token_new, name="api-token-new"),
    path("account/tokens/<int:number>/withdraw/", tokens.api_token_withdraw, name="api-token-withdraw"),
    path("account/discord/", discord.discord_link, name="discord-link"),
    path("account/discord/end/", discord.discord_unlink, name="discord-unlink"),
    path("api/discord/", discord.discord_interactions, name="discord-interactions"),
    path("api/", pages.page, name="api"),
    path(f"{pages.ROOT}openapi.json", pages.description, name="api-openapi"),
    *(path(pages.ROOT + each.path, each.view(), name=each.name) for each in ENDPOINTS),
    re_path(rf"^{pages.ROOT}.*$", pages.nothing, name="api-nothing"),
]
