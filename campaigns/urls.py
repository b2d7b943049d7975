"""Addresses of the home page, packs and campaigns."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
